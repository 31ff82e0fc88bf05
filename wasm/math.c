/* SPDX-License-Identifier: MIT
 *
 * exp, exp2 and log without the library's tables, which are as large as the page's own code: the
 * argument reduced to |r| <= ln 2 / 2, then the minimax polynomials of FDLIBM; below 1 ulp.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

/* 2^k e^(high - low), |high - low| <= ln 2 / 2. */
static double power(int k, double high, double low)
{
    const double r = high - low, t = r * r;
    const double c = r - t * (1.66666666666666019037e-01 +
                              t * (-2.77777777770155933842e-03 +
                                   t * (6.61375632143793436117e-05 +
                                        t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    return ldexp(1 - ((low - r * c / (2 - c)) - high), k);
}

double exp(double x)
{
    if (isnan(x))
        return x;
    if (x > 709.79)
        return INFINITY;
    if (x < -745.2)
        return 0;
    const double k = floor(x * 1.44269504088896338700 + 0.5);
    return power((int)k, x - k * ln2_high, k * ln2_low);
}

double exp2(double x)
{
    if (isnan(x))
        return x;
    if (x >= 1024)
        return INFINITY;
    if (x < -1076)
        return 0;
    const double k = floor(x + 0.5), r = x - k;
    return power((int)k, r * ln2_high, -r * ln2_low);
}

double log(double x)
{
    int k;
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    if (isinf(x))
        return x;
    double m = frexp(x, &k); /* [0.5, 1) */
    if (m < 0.70710678118654752440) {
        m *= 2;
        k--;
    }
    const double f = m - 1, s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    const double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const double odd = z * (6.666666666666735130e-01 +
                            w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    return k * ln2_high - ((half - (s * (half + even + odd) + k * ln2_low)) - f);
}
