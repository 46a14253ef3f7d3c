/** The default logo: a sprouting seed on a disc in the accent colour. */
export function drawnMark(accent: string, seed: string, isSquare = false): string {
  const ground = isSquare
    ? `<rect width="100" height="100" fill="${accent}"/>`
    : `<circle cx="50" cy="50" r="50" fill="${accent}"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${ground}<g transform="translate(50,50) scale(.34)">` +
    `<path d="${SEED}" fill="${seed}"/><path d="M0 120V-58" stroke="${accent}" stroke-width="12"/>` +
    `<path d="${SPROUT}" fill="${accent}" stroke="${accent}" stroke-width="8" stroke-linejoin="round"/></g></svg>`
  )
}

const SEED =
  'M84 0L82.51 -9.8L80.43 -19.62L77.78 -29.36L74.61 -38.96L70.98 -48.33L66.93 -57.4L62.49 -66.08L57.73 -74.31L52.68 -82L47.38 -89.08L41.87 -95.5L36.18 -101.19L30.35 -106.11L24.41 -110.19L18.38 -113.41L12.29 -115.73L6.15 -117.13L0 -117.6L-6.15 -117.13L-12.29 -115.73L-18.38 -113.41L-24.41 -110.19L-30.35 -106.11L-36.18 -101.19L-41.87 -95.5L-47.38 -89.08L-52.68 -82L-57.73 -74.31L-62.49 -66.08L-66.93 -57.4L-70.98 -48.33L-74.61 -38.96L-77.78 -29.36L-80.43 -19.62L-82.51 -9.8L-84 0L-84.85 9.72L-85.02 19.28L-84.5 28.61L-83.25 37.65L-81.28 46.33L-78.57 54.6L-75.12 62.4L-70.97 69.68L-66.12 76.4L-60.61 82.51L-54.5 87.99L-47.82 92.79L-40.65 96.91L-33.05 100.3L-25.1 102.96L-16.88 104.87L-8.49 106.02L0 106.4L8.49 106.02L16.88 104.87L25.1 102.96L33.05 100.3L40.65 96.91L47.82 92.79L54.5 87.99L60.61 82.51L66.12 76.4L70.97 69.68L75.12 62.4L78.57 54.6L81.28 46.33L83.25 37.65L84.5 28.61L85.02 19.28L84.85 9.72Z'
const SPROUT = 'M0 -10C34 -12 64 -44 66 -86C26 -84 2 -54 0 -10ZM0 34C-34 32 -64 4 -66 -38C-26 -36 -2 -8 0 34Z'
