import type { Trophy } from '../src/contract/settings/settings.ts'

/** The cups of the demo shop, newest first. Their pictures come with the site. */
export const trophies: Trophy[] = [
  {
    place: 1,
    cup: 'Copa del Litoral',
    city: 'Paraná',
    year: 2025,
    variety: 'Siesta Litoral',
    picture: '/pictures/copa-del-litoral/640.webp',
    logo: '/pictures/logo-copa-del-litoral/192.webp',
  },
  {
    place: 2,
    cup: 'Noche de las Genéticas',
    city: 'Córdoba',
    year: 2024,
    variety: 'Luz Mala',
    picture: '/pictures/noche-de-las-geneticas/640.webp',
    logo: '/pictures/logo-noche-de-las-geneticas/192.webp',
  },
  {
    place: 1,
    cup: 'Feria Semillera del Sur',
    city: 'Bahía Blanca',
    year: 2024,
    variety: 'Arrope',
    picture: '/pictures/feria-semillera-del-sur/640.webp',
    logo: '/pictures/logo-feria-semillera-del-sur/192.webp',
  },
  {
    place: 3,
    cup: 'Encuentro Andino',
    city: 'Mendoza',
    year: 2023,
    variety: 'Puna Violeta',
    picture: '/pictures/encuentro-andino/640.webp',
    logo: '/pictures/logo-encuentro-andino/192.webp',
  },
]
