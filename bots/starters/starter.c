/* A bot for every variant in one file, to copy and change. It needs a C compiler and POSIX.
 *
 *     cc -O2 -o starter starter.c
 *     arbiter play orwell bot:./starter bot:random bot:random
 *
 * The arbiter writes lines to stdin and reads lines from stdout. It knows the rules, so the bot may ask what is legal.
 * "The seat link" in protocol/UVI.md has every message.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text that is as long as it must be: the arbiter's lines may have up to 1 MiB. */
struct text {
    char *chars;
    size_t space;
};

static void fail(const char *why) {
    fprintf(stderr, "failed: %s\n", why);
    exit(1);
}

static void keep(struct text *text, const char *chars) {
    size_t wanted = strlen(chars) + 1;
    if (wanted > text->space) {
        char *more = realloc(text->chars, wanted);
        if (!more) fail("out of memory");
        *text = (struct text){more, wanted};
    }
    memcpy(text->chars, chars, wanted);
}

/* The next word of a line, cut off by a zero; *at is behind it afterwards. An empty text where there is none. */
static char *next_word(char **at) {
    char *word = *at + strspn(*at, " \t\r\n");
    char *end = word + strcspn(word, " \t\r\n");
    *at = *end ? end + 1 : end;
    *end = 0;
    return word;
}

/* Goes on with a hash (FNV-1a). */
static uint32_t hash(uint32_t number, const char *text) {
    for (; *text; text++) number = (number ^ (unsigned char)*text) * 16777619u;
    return number;
}

/* Chooses one of the legal actions: this is the place for a better idea. It is a hash of lots, seed, seat and
 * position, so that games differ, since each has other lots, but the same question gets the same answer, and whatever
 * goes wrong can be repeated. */
static const char *choose(const char *lots, const char *seed, const char *seat, const char *position, char **legal,
                          size_t count) {
    uint32_t number = 2166136261u;
    if (*lots) number = hash(hash(number, lots), " ");
    number = hash(hash(hash(number, seed), " "), seat);
    number = hash(hash(number, " "), position);
    return legal[number % count];
}

int main(void) {
    struct text lots = {0}, seed = {0}, seat = {0}, position = {0}, listed = {0};
    char *line = NULL, **legal = NULL;
    size_t space = 0, count = 0, room = 0;
    keep(&lots, "");
    keep(&seed, "0");
    keep(&seat, "");
    keep(&position, "");
    /* Without this, what is said would stay in a buffer, and the arbiter would wait in vain. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    /* The end of the input means the same as quit. */
    while (getline(&line, &space, stdin) > 0) {
        char *rest = line, *word;
        char *verb = next_word(&rest);
        if (!strcmp(verb, "uvi")) { /* who are you? */
            puts("id name Starter (C)");
            puts("id author me");
            puts("option name seed type spin default 0 min 0 max 4294967295");
            puts("feature legal"); /* please send the legal actions */
            puts("uviok");
        } else if (!strcmp(verb, "setoption")) { /* setoption name seed value 7 */
            next_word(&rest);
            int is_seed = !strcmp(next_word(&rest), "seed");
            next_word(&rest);
            if (is_seed) keep(&seed, next_word(&rest));
        } else if (!strcmp(verb, "isready")) {
            puts("readyok");
        } else if (!strcmp(verb, "newgame")) { /* newgame variant orwell seats 3 seat 2 lots 7182e7f96bb0e393 */
            /* Now is the time for slow preparations. */
            keep(&lots, "");
            while (*(word = next_word(&rest))) {
                char *value = next_word(&rest);
                if (!strcmp(word, "seat")) keep(&seat, value);
                if (!strcmp(word, "lots")) keep(&lots, value);
                /* stderr is free: the arbiter puts its last lines into the match log where something goes wrong. */
                fprintf(stderr, "%s is %s\n", word, value);
            }
        } else if (!strcmp(verb, "position")) { /* all that this seat may see (its notation: UVI 8) */
            rest[strcspn(rest, "\r\n")] = 0;
            keep(&position, rest);
            count = 0;
        } else if (!strcmp(verb, "legal")) { /* sorted, each once */
            keep(&listed, rest);
            rest = listed.chars;
            for (count = 0; *(word = next_word(&rest)); legal[count++] = word) {
                if (count < room) continue;
                room = 2 * room + 64;
                legal = realloc(legal, room * sizeof *legal);
                if (!legal) fail("out of memory");
            }
        } else if (!strcmp(verb, "go")) { /* decide; the words are limits, such as movetime 1000 */
            if (count) printf("bestmove %s\n", 
                              choose(lots.chars, seed.chars, seat.chars, position.chars, legal, count));
            else puts("resign");
        } else if (!strcmp(verb, "gameover") || !strcmp(verb, "error")) { /* an error says what this bot did wrong */
            fprintf(stderr, "%s %s", verb, rest);
        } else if (!strcmp(verb, "quit")) {
            break;
        }
        /* stop asks for an answer at once: this bot has none open. Any other verb is ignored, as the protocol wants. */
    }
    free(line), free(legal), free(lots.chars), free(seed.chars), free(seat.chars), free(position.chars), free(listed.chars);
    return 0;
}
