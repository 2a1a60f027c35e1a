import sharp from 'sharp'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { enterDesk } from '#e2e/desk-steps.ts'
import { fitsSideways, gone, journey, mainFits, see } from '#e2e/journey.ts'
import { deskGuest } from '#server/testing/desk-guest.ts'

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

journey(
  'a picture is brought, its point set by mouse and keyboard, described, chosen for a page, replaced and put back (DESK-22)',
  async ({ wide, phone, shop }) => {
    const { page } = wide
    const owner = await deskGuest(shop)
    await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
    wide.expectComplaint('401')
    phone.expectComplaint('401')
    wide.expectComplaint('409')
    await shop.sql.begin(async (sql) => {
      await sql`
        insert into content (channel_id, path, kind, key, language, value)
        select '1014', 'contactpagecomponents', 'media', 'banner', 'nl', hash || '.webp' from picture
        where media_type = 'image/webp' order by hash limit 1`
      await sql`insert into news (topic, subject) values ('channel', '1014')`
    })
    await enterDesk(wide, 'nl', '/desk/media', owner)
    await see(page.getByRole('heading', { level: 1, name: 'Media' }))

    // By the button: one that is taken, one that is refused, each with what became of it.
    await page.locator('input[data-pictures]').setInputFiles([
      {
        name: 'Gedekte tafel.jpg',
        mimeType: 'image/jpeg',
        buffer: await plain(600, 400, '#884422').jpeg().toBuffer(),
      },
      { name: 'brief.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 geen beeld') },
    ])
    const sent = page.getByRole('region', { name: 'Toegevoegde beelden' })
    await see(sent.getByText('toegevoegd', { exact: true }))
    await see(sent.getByText('Dit is van binnen geen PNG, JPEG, WebP, AVIF of SVG.'))
    // Dropped.
    const other = (await plain(500, 500, '#228844').png().toBuffer()).toString('base64')
    const files = await page.evaluateHandle((other) => {
      const bytes = Uint8Array.from(atob(other), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], 'Groene tafel.png', { type: 'image/png' }))
      return data
    }, other)
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: files })
    await see(sent.getByText('Groene tafel.png'))
    await see(page.getByRole('link', { name: 'Groene tafel' }))
    await axeFindsNothing(page)

    // The wall is a list: found by words, walked by keyboard.
    await page.locator('[data-list-search]').fill('gedekte')
    await gone(page.getByRole('link', { name: 'Groene tafel' }))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Gedekte tafel' }).focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Gedekte tafel' }))
    const hash = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    const point = page.getByRole('application')
    await point.click({ position: { x: 60, y: 200 } })
    await see(page.getByRole('application', { name: /Focuspunt op 1\d procent naar rechts/ }))
    const across = page.getByLabel('Naar rechts, in procent')
    const down = page.getByLabel('Naar beneden, in procent')
    await across.fill('20')
    await down.fill('70')
    await point.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    expect([await across.inputValue(), await down.inputValue()]).toEqual(['21', '80'])
    const crops = page.getByRole('region', { name: 'Zoals de winkel snijdt' }).locator('img')
    expect(await crops.first().evaluate((one) => getComputedStyle(one).objectPosition)).toBe(
      '21% 80%',
    )
    await page.getByLabel('Alternatieve tekst, Nederlands').fill('Een gedekte tafel')
    await see(page.getByText('In plaats daarvan: Een gedekte tafel').first())
    for (const [language, said] of [
      ['Engels', 'A table, laid'],
      ['Duits', 'Ein gedeckter Tisch'],
      ['Frans', 'Une table dressée'],
    ] as const)
      await page.getByLabel(`Alternatieve tekst, ${language}`).fill(said)
    await page.reload()
    expect(await page.getByLabel('Alternatieve tekst, Frans').inputValue()).toBe(
      'Une table dressée',
    )
    await page.getByRole('button', { name: 'Bewaren', exact: true }).click()
    await see(page.locator('[data-result]').getByText(/^Bewaard/))
    await axeFindsNothing(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await mainFits(page)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

    // Chosen for the page of contact, out at once.
    await wide.go('/desk/content/texts/contactpagecomponents?channel=1014')
    await page
      .getByRole('button', { name: /^Kies een ander: Beeld$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Kies een beeld' })
    await dialog.getByLabel('Naam, alternatieve tekst').fill('gedekte')
    await see(dialog.getByRole('button', { name: 'Neem Gedekte tafel' }))
    await axeFindsNothing(page)
    await dialog.getByRole('button', { name: 'Neem Gedekte tafel' }).click()
    await page.getByRole('button', { name: /nu publiceren$/i }).click()
    await see(page.locator('[data-result]').getByText(/staat in de winkel/))
    await phone.go('/contact')
    const banner = phone.page.locator(`img[src*="${hash}"]`).last()
    await see(banner)
    expect(await banner.evaluate((one) => getComputedStyle(one).objectPosition)).toBe('21% 80%')

    // Another in its place keeps point and words; taken back, the first is there again.
    await wide.go(`/desk/media/${hash}`)
    await see(
      page
        .getByRole('region', { name: 'Waar het staat' })
        .getByRole('link', { name: /contactpagecomponents/ }),
    )
    await page.getByRole('button', { name: 'Vervangen', exact: true }).click()
    const replace = page.getByRole('dialog')
    await replace.getByRole('button', { name: 'Neem Groene tafel' }).click()
    await replace.getByRole('button', { name: /^Toon Groene tafel op / }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Groene tafel' }))
    expect(await page.getByLabel('Alternatieve tekst, Frans').inputValue()).toBe(
      'Une table dressée',
    )
    expect(await across.inputValue()).toBe('21')
    await page.getByRole('button', { name: 'Terugdraaien' }).click()
    await see(page.locator('[data-result]').getByText(/teruggezet/))
    await see(page.getByText('Nergens.'))

    await enterDesk(phone, 'nl', '/desk/media', owner)
    await see(phone.page.getByRole('heading', { level: 1, name: 'Media' }))
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await fitsSideways(phone.page)
    await phone.go(`/desk/media/${hash}`)
    await see(phone.page.getByRole('application'))
    await fitsSideways(phone.page)
  },
)

journey(
  'what says nothing is found by the launch check, and said where it leads; a gift gets a picture, in English (DESK-22)',
  async ({ wide, shop }) => {
    const { page } = wide
    const owner = await deskGuest(shop)
    await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
    const { sku } = await shop.gift({ name: 'Lantern' })
    wide.expectComplaint('401')
    await shop.sql`
      insert into content (channel_id, path, kind, key, language, value)
      select '1014', 'contactpagecomponents', 'media', 'banner', 'en', hash || '.webp' from picture
      where media_type = 'image/webp' and not decoration
        and not exists (select from media_text where picture_hash = hash)
      order by hash limit 1`
    await enterDesk(wide, 'en', '/desk/channels/1014', owner)
    const finding = page
      .locator('#check li')
      .filter({ has: page.locator('a[href^="/desk/media?"]') })
      .first()
    await finding.getByRole('button', { name: /^Which/ }).click()
    await finding.locator('a[href^="/desk/media/"]').first().click()
    await page.getByLabel('Alternative text, Dutch').fill('Een plank')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await see(page.locator('[data-result]').getByText(/^Saved/))

    await wide.go(`/desk/gifts/${sku}`)
    await page.getByRole('button', { name: 'Add a picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
    // On the spot: it is taken as soon as it is in.
    await dialog.locator('input[data-pictures]').setInputFiles({
      name: 'Lantern.png',
      mimeType: 'image/png',
      buffer: await plain(300, 300, '#ddaa22').png().toBuffer(),
    })
    await gone(dialog)
    await page.getByRole('button', { name: 'Save the pictures' }).click()
    await expect
      .poll(
        async () =>
          (await shop.sql`select pictures from product where id = ${sku}`)[0]?.['pictures'],
      )
      .toHaveLength(1)
    await wide.go('/desk/media?words=beside&used=yes')
    await see(page.getByRole('link', { name: 'Lantern' }))
    await axeFindsNothing(page)
  },
)
