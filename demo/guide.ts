import type { GuideStep, OrderStep } from '../src/contract/settings/guide.ts'

/** The guide of the demo shop. Its drawings come with the site. */
const steps: GuideStep[] = [
  {
    title: 'Aclimatar',
    fact: '24–48 h',
    words: 'Dejá las semillas a temperatura ambiente, sin sol directo, antes de mojarlas.',
    checks: ['Foto del blíster, con el nombre legible', 'Semillas a temperatura ambiente'],
    reminder: 'Semillas aclimatadas: prepará el agua',
    picture: '/pictures/guia-1-aclimatar/640.webp',
    picture_words: 'Un reloj y un plato con semillas a temperatura ambiente',
  },
  {
    title: 'Preparar el agua',
    fact: '20–25 °C',
    words: 'Un vaso de agua entre 20 y 25 °C, con 2 o 3 gotas de agua oxigenada.',
    checks: ['Agua medida: entre 20 y 25 °C', '2–3 gotas de agua oxigenada'],
    reminder: '',
    picture: '/pictures/guia-2-agua/640.webp',
    picture_words: 'Un vaso de agua con termómetro y un gotero de agua oxigenada',
  },
  {
    title: 'Remojar',
    fact: '24–72 h',
    words: 'Poné las semillas en el agua, a oscuras. Miralas cada 24 horas y sacá las que muestren la raíz.',
    checks: ['Foto del proceso, con las semillas en el agua', 'Asoma la raíz'],
    reminder: 'Mirá las semillas en remojo: sacá las que muestren la raíz',
    picture: '/pictures/guia-3-remojo/640.webp',
    picture_words: 'Un vaso a oscuras con semillas que empiezan a abrir',
  },
  {
    title: 'Sembrar',
    fact: '1–2 cm',
    words: 'Sembrá con la raíz hacia abajo, a 1 o 2 cm de profundidad, en sustrato húmedo y suelto.',
    checks: ['Sembradas a 1–2 cm', 'Foto del resultado, también de las que no abrieron'],
    reminder: '',
    picture: '/pictures/guia-4-sembrar/640.webp',
    picture_words: 'Una maceta con una semilla germinada cerca de la superficie y su brote',
  },
]

const orderSteps: OrderStep[] = [
  { title: 'Elegís', text: 'Armás tu pedido y lo mandás desde el carrito. Todavía no pagás nada.' },
  {
    title: 'Te reservamos las semillas',
    text: 'Te escribimos por WhatsApp para acordar el pago y la entrega.',
  },
  { title: 'Las recibís', text: '¿Una semilla no abrió? Mandanos fotos y la revisamos.' },
]

/** The guide as settings of the shop. */
export const guide = {
  guide_intro: 'Cuatro pasos, de tres a cinco días. Con manos limpias y sin apuro.',
  guide_steps: steps,
  guarantee_note: 'Cubre la germinación inicial de las semillas; las plantas no se reponen.',
  guarantee_points: [
    'La garantía cubre solo la germinación inicial de las semillas.',
    'Las plantas no se reponen.',
    'Guardá fotos del blíster, del proceso y del resultado: con ellas revisamos el reclamo.',
  ],
  order_steps: orderSteps,
}
