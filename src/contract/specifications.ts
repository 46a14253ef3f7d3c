/** What grows out of a seed, as the product page, the panel and the spreadsheet call it; in the order of the page. */
export const SPECIFICATION_LABEL = {
  thc: 'THC',
  cbd: 'CBD',
  yield_indoor: 'Rendimiento interior',
  yield_outdoor: 'Rendimiento exterior',
  height_indoor: 'Altura interior',
  height_outdoor: 'Altura exterior',
  flowering_time: 'Floración',
  completed_cicle: 'Ciclo completo',
} as const
