/** Labels of a variety's specifications for product page, panel and spreadsheet, in the order of the page. */
export const SPECIFICATION_LABEL = {
  thc: 'THC',
  cbd: 'CBD',
  yield_indoor: 'Rendimiento interior',
  yield_outdoor: 'Rendimiento exterior',
  height_indoor: 'Altura interior',
  height_outdoor: 'Altura exterior',
  flowering_time: 'Floración',
  completed_cicle: 'Ciclo completo',
  sowing: 'Siembra',
  difficulty: 'Dificultad',
  places: 'Lugar',
  zones: 'Zona',
  inase_name: 'Cultivar registrado',
  inase_number: 'Registro INASE',
} as const
