/** The cups that the breeder has won, newest first. */
export interface Trophy {
  place: '1º' | '2º' | '3º'
  cup: string
  city: string
  year: number
  /** Name of the winning product; empty when it is no longer grown. */
  product: string
  /** Names of the two pictures, for `sitePicture`. */
  picture: string
  logo: string
}

export const trophies: Trophy[] = [
  {
    place: '1º',
    cup: 'Copa del Litoral',
    city: 'Paraná',
    year: 2025,
    product: 'Siesta Litoral',
    picture: 'copa-del-litoral',
    logo: 'logo-copa-del-litoral',
  },
  {
    place: '2º',
    cup: 'Noche de las Genéticas',
    city: 'Córdoba',
    year: 2024,
    product: 'Luz Mala',
    picture: 'noche-de-las-geneticas',
    logo: 'logo-noche-de-las-geneticas',
  },
  {
    place: '1º',
    cup: 'Feria Semillera del Sur',
    city: 'Bahía Blanca',
    year: 2024,
    product: 'Arrope',
    picture: 'feria-semillera-del-sur',
    logo: 'logo-feria-semillera-del-sur',
  },
  {
    place: '3º',
    cup: 'Encuentro Andino',
    city: 'Mendoza',
    year: 2023,
    product: 'Puna Violeta',
    picture: 'encuentro-andino',
    logo: 'logo-encuentro-andino',
  },
]

/** The pictures for windows above 48rem, and up to 48rem. */
export const trophiesBanner = { desktop: 'trofeos', mobile: 'trofeos-movil' }
