import serif from '../fonts/faustina-italic.woff2'
import mono from '../fonts/chivo-mono.woff2'

const later: [family: string, file: string, FontFaceDescriptors][] = [
  ['Chivo Mono', mono, { weight: '400 600' }],
  ['Faustina', serif, { weight: '400 600', style: 'italic' }],
]

/**
 * Loads the two least used fonts after the first paint; fallbacks with the same metrics reserve the space. Adds both
 * together, as each causes a new layout. Without scripts fonts.css loads them.
 */
export async function fetchLaterFonts(): Promise<void> {
  const faces = later.map(([family, file, look]) => new FontFace(family, `url(${file})`, look))
  const loaded = await Promise.allSettled(faces.map((face) => face.load()))
  // If a font fails to load, the fallback stays.
  for (const each of loaded) if (each.status === 'fulfilled') document.fonts.add(each.value)
}
