/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fileno */
#include "host/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/npy.h"
#include "host/safetensors.h"

static int fail_system(ta_error *error, const char *path, const char *doing, int number)
{
    return ta_fail(error, TA_ERROR_INPUT, "%s: cannot %s: %s", path, doing, strerror(number));
}

/* A pipe or a device may never end: most(bytes, size) says, of its first 64 KB, how many bytes
 * are worth reading; null: all. */
static int read_file(const char *path, size_t (*most)(const void *, size_t), unsigned char **bytes, size_t *size,
                     ta_error *error)
{
    int standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *f = standard ? stdin : fopen(path, "rb");
    unsigned char *buffer = NULL;
    size_t used = 0;
    size_t capacity = 0;
    size_t limit = SIZE_MAX;
    int status = TA_OK;
    struct stat s;
    if (!f)
        return fail_system(error, name, "open", errno);
    if (fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode))
        most = NULL;
    for (;;) {
        if (used == capacity) {
            if (most && used) {
                limit = most(buffer, used);
                most = NULL;
            }
            if (used >= limit)
                break;
            size_t wanted = capacity ? capacity * 2 : 65536;
            unsigned char *grown = wanted > capacity ? realloc(buffer, wanted) : NULL;
            if (!grown) {
                status = ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory for the file",
                                 name);
                break;
            }
            buffer = grown;
            capacity = wanted;
        }
        errno = 0;
        size_t n = fread(buffer + used, 1, capacity - used, f);
        used += n;
        if (n == 0) {
            if (ferror(f))
                status = fail_system(error, name, "read", errno);
            break;
        }
    }
    if (!standard)
        fclose(f);
    if (status) {
        free(buffer);
        return status;
    }
    *bytes = buffer;
    *size = used;
    return TA_OK;
}

int ta_file_read(const char *path, unsigned char **bytes, size_t *size, ta_error *error)
{
    return read_file(path, NULL, bytes, size, error);
}

int ta_file_write(const char *path, const void *bytes, size_t size, ta_error *error)
{
    int standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    FILE *f = standard ? stdout : fopen(path, "wb");
    if (!f)
        return fail_system(error, name, "open", errno);
    errno = 0;
    int bad = fwrite(bytes, 1, size, f) != size;
    bad |= fflush(f) != 0;
    int number = errno;
    if (!standard && fclose(f) != 0 && !bad) {
        bad = 1;
        number = errno;
    }
    return bad ? fail_system(error, name, "write", number) : TA_OK;
}

/* The tensor's part of file.safetensors:tensor, behind the last ':' that follows the extension; null:
 * another kind of source. */
static const char *safetensors_part(const char *source)
{
    static const char extension[] = ".safetensors";
    const size_t n = strlen(extension);
    const char *part = NULL;
    for (const char *at = source; (at = strstr(at, extension)) != NULL; at += n)
        if (at[n] == ':')
            part = at + n + 1;
    return part;
}

static int load_safetensors(const char *source, const char *part, ta_tensor *tensor,
                            ta_error *error)
{
    ta_safetensors index;
    unsigned char *bytes = NULL;
    size_t size = 0;
    size_t n = (size_t)(part - source);
    char *path = malloc(n);
    if (!path)
        return ta_fail(error, TA_ERROR_INPUT, "%s: not enough memory", source);
    memcpy(path, source, n - 1);
    path[n - 1] = 0;
    int status = ta_file_read(path, &bytes, &size, error);
    if (!status) {
        status = ta_safetensors_open(bytes, size, path, &index, error);
        if (!status) {
            status = ta_safetensors_read(&index, path, part, tensor, error);
            ta_safetensors_close(&index);
        }
        free(bytes);
    }
    free(path);
    return status;
}

int ta_tensor_load(const char *source, ta_tensor *tensor, ta_error *error)
{
    const char *part = safetensors_part(source);
    const char *extension = strrchr(source, '.');
    unsigned char *bytes = NULL;
    size_t size = 0;
    memset(tensor, 0, sizeof *tensor);
    if (part)
        return load_safetensors(source, part, tensor, error);
    if (extension && strcmp(extension, ".safetensors") == 0)
        return ta_fail(error, TA_ERROR_USAGE,
                       "%s: found no name of a tensor, expected file.safetensors:tensor", source);
    int status = read_file(source, ta_npy_most, &bytes, &size, error);
    if (status)
        return status;
    status = ta_npy_read(bytes, size, strcmp(source, "-") == 0 ? "standard input" : source,
                         tensor, error);
    free(bytes);
    return status;
}
