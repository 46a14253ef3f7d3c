import { readFile } from 'node:fs/promises'
import { confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

for (const [name, viewport, scheme] of [
  ['360 light', PHONE, 'light'],
  ['320 dark', { width: 320, height: 640 }, 'dark'],
  ['1280 light', DESK, 'light'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme: scheme })

    test('the guide starts with what the guarantee covers, and keeps ticked steps', async ({ page }) => {
      await confirmedAge(page)
      await page.goto('/como-germinar')
      const notice = page.getByRole('dialog', { name: 'Aviso de garantía' })
      await expect(notice.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)
      await notice.getByRole('button', { name: 'Entendido, continuar' }).click()
      await expect(notice).toBeHidden()
      for (const fact of ['24–48 h', '20–25 °C', '24–72 h', '1–2 cm']) {
        await expect(page.getByText(fact, { exact: true })).toBeVisible()
      }
      await page.getByLabel(/20 y 25 °C/).check()
      await expectAccessible(page)

      await page.reload()
      await expect(page.getByLabel(/20 y 25 °C/)).toBeChecked()
      await expect(notice).toBeHidden()
      await page.getByRole('button', { name: 'Ver aviso de garantía' }).click()
      await notice.getByRole('link', { name: 'Pedir garantia' }).click()
      await expect(page.getByRole('dialog', { name: 'Pedir garantía' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Seguir sin cuenta' }).click()
      await expect(page).toHaveURL(/\/garantia$/)
    })
  })
}

test('the reminder is a calendar file', async ({ page }) => {
  await confirmedAge(page)
  await page.addInitScript(() => sessionStorage.setItem('guideNoticeSeen', '1'))
  await page.goto('/como-germinar')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Recordarme en 24 h.*Remojar/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('germinacion-paso-3.ics')
  expect(await readFile(await file.path(), 'utf8')).toContain('BEGIN:VALARM')
})

test('the notice waits for the age gate', async ({ page }) => {
  await page.goto('/como-germinar')
  await expect(page.getByRole('dialog', { name: 'Aviso de garantía' })).toBeHidden()
  await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
  await expect(page.getByRole('dialog', { name: 'Aviso de garantía' })).toBeVisible()
})

test('the guide prints on one page', async ({ page }) => {
  await confirmedAge(page)
  await page.addInitScript(() => sessionStorage.setItem('guideNoticeSeen', '1'))
  await page.goto('/como-germinar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has the notice, the steps and the links', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'ageVerified', value: 'true', url: baseURL ?? '' }])
    const answer = await page.goto('/como-germinar')
    expect(answer?.status()).toBe(200)
    await expect(
      page.getByText('La garantía cubre solo la germinación inicial de las semillas.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Comprar Semillas' })).toHaveAttribute('href', '/productos')
    await expect(page.getByRole('link', { name: 'Pedir garantia' })).toHaveAttribute(
      'href',
      '/mi-cuenta?section=warranty',
    )
    await expect(page.getByText('1–2 cm', { exact: true })).toBeVisible()
  })
})
