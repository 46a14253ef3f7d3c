/**
 * The server's only way into `demo/`, loaded on demand: a shop without the demo never reads it. Resolves to the function
 * that fills an empty shop and tells whether the shop is a demo shop.
 */
export async function loadDemo() {
  const { fillDemoShop } = await import('../../../demo/fill.ts')
  return fillDemoShop
}
