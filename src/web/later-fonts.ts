import serif from './fonts/faustina-italic.woff2'
import mono from './fonts/chivo-mono.woff2'

const later: [family: string, file: string, FontFaceDescriptors][] = [
  ['Chivo Mono', mono, { weight: '400 600' }],
  ['Faustina', serif, { weight: '400 600', style: 'italic' }],
]

/**
 * The two fonts that few words are set in, once the page is drawn: their fallbacks keep the places. Both at once, as the
 * browser lays the whole page out again for each face that comes. Without scripts they come with the sheet (fonts.css).
 */
export async function fetchLaterFonts(): Promise<void> {
  const faces = later.map(([family, file, look]) => new FontFace(family, `url(${file})`, look))
  const loaded = await Promise.allSettled(faces.map((face) => face.load()))
  // A face that did not come leaves its words in the fallback.
  for (const each of loaded) if (each.status === 'fulfilled') document.fonts.add(each.value)
}
