import { newCustomer } from './people.ts'
import { confirmedAge, expect, expectAccessible, PHONE, signIn, test } from './stories.ts'

interface Sold {
  id: number
  name: string
  type: string
  blisters: { id: number; seed_count: number; stock: number }[]
}

test('a restock notice is set with one press, listed in the account, and removed there', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE)
  const found = await request.get('/api/products/?stock=out-of-stock&exclude_types=merch')
  const product = ((await found.json()) as Sold[]).find(({ blisters }) => blisters.length > 0)
  if (!product) throw new Error('The demo shop has nothing sold out')
  const [blister] = product.blisters
  const name = `${product.name} X${blister?.seed_count} SEMILLAS`
  const person = await newCustomer(request)
  await confirmedAge(page)
  await page.goto(`/producto/${product.id}`)
  await page.getByRole('link', { name: 'Entrá para que te avisemos cuando vuelva' }).press('Enter')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, person.username, person.password)
  await expect(page).toHaveURL(new RegExp(`/producto/${product.id}`))

  const notices = page.getByRole('region', { name: 'Avisarme cuando vuelva' })
  const button = notices.getByRole('button').first()
  await expect(button).toHaveText(/^Avisarme cuando vuelva/)
  await button.press('Enter')
  await expect(notices).toContainText(`Te vamos a avisar por email: X${blister?.seed_count} SEMILLAS.`)
  await expect(button).toBeFocused()
  await expect(button).toHaveText(/^Dejar de avisarme/)
  await expectAccessible(page)

  await page.goto('/mi-cuenta?section=settings')
  const card = page.getByRole('region', { name: 'Avisos de stock' })
  await expect(card.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: `Dejar de avisarme de ${name}` }).press('Enter')
  await expect(card).toContainText('No pediste avisos.')
})
