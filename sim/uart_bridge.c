/* SPDX-License-Identifier: MIT
 *
 * The simulated FPGA behind a pseudo-terminal: moves bytes between it and the pins of
 * ta_fpga_top, bit by bit.
 *
 *   uart_bridge [BUILD]     prints the name of the terminal, then serves until it is ended
 *   tinyattn run --preset NAME --engine board:THAT_NAME
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "sim/fpga.h"
#include "sim/line.h"

#define TA_FPGA_MODEL(ops) extern const ta_fpga_ops ops;
TA_FPGA_MODELS
#undef TA_FPGA_MODEL

static const ta_fpga_ops *const models[] = {
#define TA_FPGA_MODEL(ops) &ops,
    TA_FPGA_MODELS
#undef TA_FPGA_MODEL
};
enum { MODELS = sizeof models / sizeof models[0] };

enum {
    SLICE = 4096,   /* clocks between two looks at the terminal */
    QUIET = 400000, /* clocks without a byte after which the simulation slows down */
    NAP = 20        /* milliseconds; then one slice */
};

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

/* The master side, and in *slave the other one, kept open so that a program that closes it
 * does not hang up. */
static int open_terminal(int *slave)
{
    struct termios raw;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master))
        return -1;
    *slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (*slave < 0 || tcgetattr(*slave, &raw))
        return -1;
    cfmakeraw(&raw);
    if (tcsetattr(*slave, TCSANOW, &raw) || fcntl(master, F_SETFL, O_NONBLOCK))
        return -1;
    return master;
}

static int serve(int master, const ta_fpga_ops *ops)
{
    ta_sender sender;
    ta_receiver receiver;
    unsigned char bytes[256];
    long quiet = 0;
    void *fpga = ops->create(1);
    if (!fpga || !ta_sender_init(&sender, (uint32_t)ops->divisor * TA_LINE_CLOCK))
        return 1;
    ta_receiver_init(&receiver, (uint32_t)ops->divisor * TA_LINE_CLOCK);
    while (!ended) {
        if (quiet > QUIET) {
            struct pollfd p = {master, POLLIN, 0};
            if (poll(&p, 1, NAP) < 0 && errno != EINTR)
                break;
        }
        if (ta_sender_idle(&sender)) {
            ssize_t n = read(master, bytes, sizeof bytes);
            for (ssize_t i = 0; i < n; i++)
                if (!ta_sender_byte(&sender, bytes[i]))
                    return 1;
            if (n > 0)
                quiet = 0;
        }
        size_t got = 0;
        for (int i = 0; i < SLICE && got < sizeof bytes; i++) {
            int byte = ta_receiver_clock(&receiver, ops->clock(fpga, ta_sender_clock(&sender)));
            if (byte >= 0)
                bytes[got++] = (unsigned char)byte;
        }
        quiet = got ? 0 : quiet + SLICE;
        for (size_t at = 0; at < got && !ended; ) {
            ssize_t n = write(master, bytes + at, got - at);
            if (n > 0)
                at += (size_t)n;
            else if (errno == EAGAIN)
                at = got; /* nobody reads: a line loses what comes then */
            else
                ended = 1;
        }
    }
    ta_sender_free(&sender);
    ops->destroy(fpga);
    return 0;
}

int main(int argc, char **argv)
{
    const ta_fpga_ops *ops = models[0];
    int slave;
    if (argc == 2) {
        ops = NULL;
        for (int i = 0; i < MODELS; i++)
            if (strcmp(models[i]->build, argv[1]) == 0)
                ops = models[i];
    }
    if (argc > 2 || !ops) {
        fprintf(stderr, "usage: uart_bridge [BUILD]; builds:");
        for (int i = 0; i < MODELS; i++)
            fprintf(stderr, " %s", models[i]->build);
        fprintf(stderr, "\n");
        return 2;
    }
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    int master = open_terminal(&slave);
    if (master < 0) {
        perror("uart_bridge: pseudo-terminal");
        return 3;
    }
    puts(ptsname(master));
    fflush(stdout);
    int status = serve(master, ops);
    close(slave);
    close(master);
    return status;
}
