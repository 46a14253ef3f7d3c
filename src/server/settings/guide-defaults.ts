import type { GuideStep, OrderStep } from '../../contract/settings/guide.ts'

/**
 * Default guide and texts of a new shop, true for any seed and any shop. Without temperatures, hours or terms, which
 * only the breeder knows.
 */
export const GUIDE_INTRO = 'Paso a paso, con manos limpias y sin apuro.'

export const GUIDE_STEPS: GuideStep[] = [
  {
    title: 'Aclimatar',
    fact: 'Sin sol',
    words: 'Dejá las semillas a temperatura ambiente, sin sol directo, antes de mojarlas.',
    checks: ['Foto del blíster, con el nombre legible', 'Semillas a temperatura ambiente'],
    reminder: '',
    picture: '/pictures/guia-1-aclimatar/640.webp',
    picture_words: 'Un reloj y un plato con semillas a temperatura ambiente',
  },
  {
    title: 'Preparar el agua',
    fact: 'Agua templada',
    words: 'Un vaso limpio con agua templada.',
    checks: ['Vaso limpio, con agua templada'],
    reminder: '',
    picture: '/pictures/guia-2-agua/640.webp',
    picture_words: 'Un vaso de agua con termómetro y un gotero',
  },
  {
    title: 'Remojar',
    fact: 'Sin luz',
    words: 'Poné las semillas en el agua, a oscuras. Miralas cada día y sacá las que muestren la raíz.',
    checks: ['Foto del proceso, con las semillas en el agua', 'Asoma la raíz'],
    reminder: 'Mirá las semillas en remojo: sacá las que muestren la raíz',
    picture: '/pictures/guia-3-remojo/640.webp',
    picture_words: 'Un vaso a oscuras con semillas que empiezan a abrir',
  },
  {
    title: 'Sembrar',
    fact: 'Raíz abajo',
    words: 'Sembrá con la raíz hacia abajo, a poca profundidad, en sustrato húmedo y suelto.',
    checks: ['Semillas sembradas', 'Foto del resultado, también de las que no abrieron'],
    reminder: '',
    picture: '/pictures/guia-4-sembrar/640.webp',
    picture_words: 'Una maceta con una semilla germinada cerca de la superficie y su brote',
  },
]

export const GUARANTEE_NOTE = 'Para semillas que no germinaron.'

export const GUARANTEE_POINTS = [
  'Guardá fotos del blíster, del proceso y del resultado: con ellas revisamos el reclamo.',
]

export const ORDER_STEPS: OrderStep[] = [
  { title: 'Elegís', text: 'Armás tu pedido y lo mandás desde el carrito. Todavía no pagás nada.' },
  { title: 'Te reservamos el pedido', text: 'Te escribimos para acordar el pago y la entrega.' },
  { title: 'Lo recibís', text: 'Si una semilla no abre, mandanos fotos y la revisamos.' },
]
