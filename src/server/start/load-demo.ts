/**
 * The server's only import of `demo/`, loaded on demand. Resolves to a function that fills an empty shop and tells
 * whether it is a demo shop.
 */
export async function loadDemo() {
  const { fillDemoShop } = await import('../../../demo/fill.ts')
  return fillDemoShop
}
