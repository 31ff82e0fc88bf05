/* SPDX-License-Identifier: MIT
 *
 * ports FILE: from a netlist of Yosys in JSON, a SystemVerilog module that connects each of its
 * modules, with its parameters, to nets of the width that Yosys found: another reader that
 * finds another width says so.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *root = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
    if (!root) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    const char *name, *port, *parameter;
    json_t *module, *description, *value;
    int number = 0;
    puts("module ports_of_yosys;");
    json_object_foreach(json_object_get(root, "modules"), name, module) {
        const char *base = strrchr(name, '\\');
        char parsed[64];
        if (strncmp(name, "$paramod\\", 9) == 0) /* $paramod\MODULE\PARAMETER=... */
            base = name + 8;
        base = base ? base + 1 : name;
        snprintf(parsed, sizeof parsed, "%.*s", (int)strcspn(base, "\\"), base);
        json_object_foreach(json_object_get(module, "ports"), port, description) {
            size_t bits = json_array_size(json_object_get(description, "bits"));
            printf("  logic [%zu:0] n%d_%s;\n", bits - 1, number, port);
        }
        printf("  %s", parsed);
        int first = 1;
        json_object_foreach(json_object_get(module, "parameter_default_values"), parameter, value) {
            const char *bits = json_string_value(value);
            printf("%s.%s(%zu'%sb%s)", first ? " #(" : ", ", parameter, strlen(bits),
                   strlen(bits) == 32 ? "s" : "", bits);
            first = 0;
        }
        printf("%s u%d (", first ? "" : ")", number);
        first = 1;
        json_object_foreach(json_object_get(module, "ports"), port, description) {
            printf("%s.%s(n%d_%s)", first ? "" : ", ", port, number, port);
            first = 0;
        }
        puts(");");
        number++;
    }
    printf("endmodule\n// %d modules\n", number);
    json_decref(root);
    return 0;
}
