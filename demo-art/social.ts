/** The picture shown when the shop is shared, its icons, and the drawing for an empty list. */
import { banner } from './banner.ts'
import { seedMark } from './logo.ts'
import { house, palettes } from './palettes.ts'
import { seedOutline } from './seed.ts'
import { svg } from './svg.ts'
import { display, italic, textPath } from './text-path.ts'

export function sharePicture(): string {
  const left = { x: 84, fill: house.cal }
  const words = `<defs><linearGradient id="veil" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#07120D" stop-opacity=".9"/><stop offset=".5" stop-color="#07120D" stop-opacity=".66"/><stop offset=".78" stop-color="#07120D" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="630" fill="url(#veil)"/><g transform="translate(140,172) scale(.62)">${seedMark(house.cal, house.yerba)}</g>${textPath('SURBROTE', { ...left, font: display(900, 125), size: 104, y: 372, maxWidth: 640 })}${textPath('Genéticas del sur', { ...left, font: italic(), size: 60, y: 452 })}`
  const picture = banner({ slug: 'compartir', palette: palettes.litoral, width: 1200, height: 630 })
  return picture.replace('</svg>', `${words}</svg>`)
}

/** For 16 pixels: a disc, a seed and a sprout, nothing finer. */
export function icon(rounded: boolean): string {
  const ground = rounded
    ? `<circle cx="50" cy="50" r="50" fill="${house.yerba}"/>`
    : `<rect width="100" height="100" fill="${house.yerba}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${ground}<g transform="translate(50,50) scale(.34)">${seedMark(house.cal, house.yerba)}</g></svg>`
}

/** An open, empty packet; its lines follow the colour scheme of the page. */
export function emptyList(): string {
  return svg(
    320,
    240,
    '<style>.line{fill:none;stroke:#1B4D35;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}.paper{fill:#ECE4D4}.sun{fill:#E9A820}.leaf{fill:#7FA382}@media(prefers-color-scheme:dark){.line{stroke:#7FC79A}.paper{fill:#22302A}.leaf{fill:#1B4D35}}</style>',
    `<circle class="sun" cx="160" cy="92" r="52"/><path class="line" d="M160 24V12M112 44L103 35M208 44L217 35M92 92H80M240 92H228"/>
<path class="leaf line" d="M160 128C158 96 160 84 160 66M160 92C186 92 206 76 210 50C182 50 162 64 160 92ZM160 108C136 106 118 92 114 70C140 70 156 84 160 108Z"/>
<path class="paper line" d="M92 128H228L218 222Q217 228 211 228H109Q103 228 102 222Z"/><path class="line" d="M92 128L108 140L124 128L142 140L160 128L178 140L196 128L212 140L228 128"/>
<g transform="translate(160,186)"><path class="line" d="${seedOutline(19, 26)}"/><path class="line" d="M-1 -25C-7 -10 -8 10 -2 26" opacity=".6"/></g><path class="line" d="M40 228H280" opacity=".5"/>`,
  )
}
