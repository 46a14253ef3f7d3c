import serif from '../fonts/faustina-italic.woff2'
import mono from '../fonts/chivo-mono.woff2'

const later: [family: string, file: string, FontFaceDescriptors][] = [
  ['Chivo Mono', mono, { weight: '400 600' }],
  ['Faustina', serif, { weight: '400 600', style: 'italic' }],
]

/**
 * Loads the two fonts of few words after the first paint; until then their fallbacks keep the space. Both are added at
 * once, as the browser lays out the page again for each. Without scripts they come with fonts.css.
 */
export async function fetchLaterFonts(): Promise<void> {
  const faces = later.map(([family, file, look]) => new FontFace(family, `url(${file})`, look))
  const loaded = await Promise.allSettled(faces.map((face) => face.load()))
  // A font that fails to load leaves its words in the fallback.
  for (const each of loaded) if (each.status === 'fulfilled') document.fonts.add(each.value)
}
