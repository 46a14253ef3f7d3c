/** The four steps of the germination guide. The numbers are the shop's. */
export interface GuideStep {
  id: string
  title: string
  picture: string
  pictureWords: string
  /** The fact to look up with wet hands: short, in large type. */
  fact: string
  words: string
  checks: { id: string; text: string }[]
  /** The text of the reminder, for a step that takes a day. */
  reminder?: string
}

export const guideSteps: GuideStep[] = [
  {
    id: 'aclimatar',
    title: 'Aclimatar',
    picture: 'guia-1-aclimatar',
    pictureWords: 'Un reloj y un plato con semillas a temperatura ambiente',
    fact: '24–48 h',
    words: 'Dejar las semillas a temperatura ambiente, sin sol directo, antes de mojarlas.',
    checks: [
      { id: 'aclimatar-foto', text: 'Foto del blister, con el nombre legible' },
      { id: 'aclimatar-ambiente', text: 'Semillas a temperatura ambiente' },
    ],
    reminder: 'Semillas aclimatadas: preparar el agua',
  },
  {
    id: 'agua',
    title: 'Preparar el agua',
    picture: 'guia-2-agua',
    pictureWords: 'Un vaso de agua con termómetro y un gotero de agua oxigenada',
    fact: '20–25 °C',
    words: 'Un vaso de agua entre 20 y 25 °C, con 2 o 3 gotas de agua oxigenada.',
    checks: [
      { id: 'agua-temperatura', text: 'Agua medida: entre 20 y 25 °C' },
      { id: 'agua-gotas', text: '2–3 gotas de agua oxigenada' },
    ],
  },
  {
    id: 'remojo',
    title: 'Remojar',
    picture: 'guia-3-remojo',
    pictureWords: 'Un vaso a oscuras con semillas que empiezan a abrir',
    fact: '24–72 h',
    words: 'Semillas en el agua, a oscuras. Mirar cada 24 horas y sacar las que muestren la raíz.',
    checks: [
      { id: 'remojo-foto', text: 'Foto del proceso, con las semillas en el agua' },
      { id: 'remojo-raiz', text: 'Asoma la raíz' },
    ],
    reminder: 'Mirar las semillas en remojo: sacar las que muestren la raíz',
  },
  {
    id: 'sembrar',
    title: 'Sembrar',
    picture: 'guia-4-sembrar',
    pictureWords: 'Una maceta con una semilla germinada cerca de la superficie y su brote',
    fact: '1–2 cm',
    words: 'Con la raíz hacia abajo, a 1 o 2 cm de profundidad, en sustrato húmedo y suelto.',
    checks: [
      { id: 'sembrar-profundidad', text: 'Sembradas a 1–2 cm' },
      { id: 'sembrar-foto', text: 'Foto del resultado, también de las que no abrieron' },
    ],
  },
]

/** The terms of the guarantee, wherever they are shown. */
export const noticePoints = [
  'La garantía cubre solo la germinación inicial de las semillas.',
  'Las plantas no se reponen.',
  'Conviene guardar fotos del blister, del proceso y del resultado: con ellas se revisa el reclamo.',
]
