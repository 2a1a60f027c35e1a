import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import sharp from 'sharp'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { releaseClient } from '#server/testing/clients/release-client.ts'

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

test('an image is uploaded, its focal point is set by mouse and keyboard, two users describe it, and it is chosen, replaced and restored (DESK-14, DESK-22)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  wide.expectConsoleError('409')
  await shop.sql.begin(async (sql) => {
    await sql`
        insert into content (channel_id, path, kind, key, language, value)
        select '1014', 'contactpagecomponents', 'media', 'banner', 'nl', hash || '.webp' from picture
        where media_type = 'image/webp' order by hash limit 1`
    await sql`insert into change_event (topic, subject) values ('channel', '1014')`
  })
  await signInAsStaff(wide, 'nl', '/backoffice/media', owner)
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('media.title') }))

  // Upload by button: one accepted and one refused file, each with its result.
  await page.locator('input[data-pictures]').setInputFiles([
    {
      name: 'Gedekte tafel.jpg',
      mimeType: 'image/jpeg',
      buffer: await plain(600, 400, '#884422').jpeg().toBuffer(),
    },
    {
      name: 'Ster.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script><path d="M0 0h9v9z"/></svg>',
      ),
    },
    { name: 'brief.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 geen beeld') },
  ])
  const sent = page.getByRole('region', { name: nl('media.sent') })
  await expectVisible(sent.getByText(nl('media.isSent'), { exact: true }).first())
  await expectVisible(sent.getByText(new RegExp(nl('media.cleaned', { what: '.*script' }))))
  // After the upload the focus moves to the results above the images.
  expect(await sent.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectVisible(sent.getByText(nl('media.refused.no-picture')))
  // Dropped.
  const green = (await plain(500, 500, '#228844').png().toBuffer()).toString('base64')
  const files = await page.evaluateHandle((green) => {
    const bytes = Uint8Array.from(atob(green), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'Groene tafel.png', { type: 'image/png' }))
    return data
  }, green)
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: files })
  await expectVisible(sent.getByText('Groene tafel.png'))
  await expectVisible(page.getByRole('link', { name: 'Groene tafel' }))
  await expectNoAxeViolations(page)

  // The image grid is a list: searchable, with keyboard navigation.
  await page.locator('[data-list-search]').fill('gedekte')
  await expectHidden(page.getByRole('link', { name: 'Groene tafel' }))
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Gedekte tafel' }).focus()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Gedekte tafel' }))
  const hash = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const point = page.getByRole('application')
  await point.click({ position: { x: 60, y: 200 } })
  await expectVisible(
    page.getByRole('application', {
      name: withAnyValue(nl('media.focusAt')),
    }),
  )
  const across = page.getByLabel(nl('media.focusX'))
  const down = page.getByLabel(nl('media.focusY'))
  await across.fill('20')
  await down.fill('70')
  await point.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  expect([await across.inputValue(), await down.inputValue()]).toEqual(['21', '80'])
  const crops = page.getByRole('region', { name: nl('media.crops') }).locator('img')
  expect(await crops.first().evaluate((one) => getComputedStyle(one).objectPosition)).toBe(
    '21% 80%',
  )
  await page.getByLabel(nl('media.altIn', { language: nl('in.nl') })).fill('Een gedekte tafel')
  await expectVisible(page.getByText(nl('media.reads', { text: 'Een gedekte tafel' })).first())
  for (const [language, said] of [
    [nl('in.en'), 'A table, laid'],
    [nl('in.de'), 'Ein gedeckter Tisch'],
    [nl('in.fr'), 'Une table dressée'],
  ] as const)
    await page.getByLabel(nl('media.altIn', { language })).fill(said)
  await page.reload()
  expect(await page.getByLabel(nl('media.altIn', { language: nl('in.fr') })).inputValue()).toBe(
    'Une table dressée',
  )
  await page.getByRole('button', { name: nl('media.save'), exact: true }).click()
  await expectVisible(page.locator('[data-result]').getByText(nl('media.saved')))
  await expectNoAxeViolations(page)

  // Another user describes it meanwhile: other fields and languages do not collide, of one text both are seen.
  const other = await releaseClient(shop)
  await page.getByLabel(nl('media.altIn', { language: nl('in.en') })).fill('A table, laid for two')
  await page
    .getByLabel(nl('media.altIn', { language: nl('in.fr') }))
    .fill('Une grande table dressée')
  const { body: seen } = await other.request<{ version: number }>('GET', `/media/${hash}`)
  await other.request('PUT', `/media/${hash}`, {
    version: seen.version,
    texts: { de: 'Ein Tisch', fr: 'Une table dressée pour deux' },
  })
  await page.getByRole('button', { name: nl('media.save'), exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('editConflict') }))
  await expectVisible(page.getByText(nl('media.altIn', { language: nl('in.fr') })))
  await expectNoAxeViolations(page)
  // The editor and its texts load on demand.
  const own = page.getByRole('textbox', { name: nl('yours') })
  await expect.poll(() => own.innerText()).toBe('Une grande table dressée')
  await own.press('End')
  await page.keyboard.type(' pour deux')
  await page.getByRole('button', { name: nl('useYours') }).click()
  await page.getByRole('button', { name: nl('media.save'), exact: true }).click()
  await expect
    .poll(async () => (await other.request<{ texts: unknown }>('GET', `/media/${hash}`)).body.texts)
    .toEqual({
      nl: 'Een gedekte tafel',
      en: 'A table, laid for two',
      de: 'Ein Tisch',
      fr: 'Une grande table dressée pour deux',
    })
  // The history shows which text changed in which language.
  await page.reload()
  await expectVisible(page.getByText(`· ${nl('media.altIn', { language: nl('in.de') })}`))
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectMainFits(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

  // Chosen for the page of contact, out at once.
  await wide.go('/backoffice/content/texts/contactpagecomponents?channel=1014')
  await page
    .getByRole('button', { name: `${nl('media.chooseOther')}: Afbeelding bovenaan` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: nl('media.choose') })
  await dialog.getByLabel(nl('media.search')).fill('gedekte')
  await expectVisible(
    dialog.getByRole('button', { name: nl('media.take', { name: 'Gedekte tafel' }) }),
  )
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: nl('media.take', { name: 'Gedekte tafel' }) }).click()
  // The library's text is the placeholder until the page has its own. The source is shown below.
  const here = page.getByRole('group', { name: `, ${nl('in.nl')}` }).getByLabel(nl('media.words'))
  await expect.poll(() => here.first().getAttribute('placeholder')).toBe('Een gedekte tafel')
  await expectVisible(page.getByText(nl('media.readsLibrary', { language: nl('in.nl') })).first())
  await page.getByRole('button', { name: nl('publishNow') }).click()
  await expectVisible(page.locator('[data-result]').getByText(withAnyValue(nl('isPublished'))))
  await phone.go('/contact')
  const banner = phone.page.locator(`img[src*="${hash}"]`).last()
  await expectVisible(banner)
  expect(await banner.evaluate((one) => getComputedStyle(one).objectPosition)).toBe('21% 80%')

  // A replacement keeps the focal point and the texts. Undo restores the first image.
  await wide.go(`/backoffice/media/${hash}`)
  await expectVisible(
    page
      .getByRole('region', { name: nl('media.usedIn') })
      .getByRole('link', { name: /contactpagecomponents/ }),
  )
  await page.getByRole('button', { name: nl('media.replace'), exact: true }).click()
  const replace = page.getByRole('dialog')
  await replace.getByRole('button', { name: nl('media.take', { name: 'Groene tafel' }) }).click()
  await replace
    .getByRole('button', { name: nl('media.replaceWith', { count: 1, name: 'Groene tafel' }) })
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Groene tafel' }))
  expect(await page.getByLabel(nl('media.altIn', { language: nl('in.fr') })).inputValue()).toBe(
    'Une grande table dressée pour deux',
  )
  await expect.poll(() => across.inputValue()).toBe('21')
  await page.getByRole('button', { name: nl('media.undo') }).click()
  await expectVisible(page.locator('[data-result]').getByText(nl('media.putBack', { count: 1 })))
  await expectVisible(page.getByText(nl('media.usedNowhere')))

  await signInAsStaff(phone, 'nl', '/backoffice/media', owner)
  await expectVisible(phone.page.getByRole('heading', { level: 1, name: nl('media.title') }))
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(phone.page)
  await phone.go(`/backoffice/media/${hash}`)
  await expectVisible(phone.page.getByRole('application'))
  await expectNoHorizontalScroll(phone.page)
})

test('the launch check finds images without alternative text and links to the field; a gift gets an image, in English (DESK-22)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  const { sku } = await shop.gift({ name: 'Lantern' })
  wide.expectConsoleError('401')
  await shop.sql`
      insert into content (channel_id, path, kind, key, language, value)
      select '1014', 'contactpagecomponents', 'media', 'banner', 'en', hash || '.webp' from picture
      where media_type = 'image/webp' and not decoration
        and not exists (select from media_alt_text where picture_hash = hash)
      order by hash limit 1`
  await signInAsStaff(wide, 'en', '/backoffice/channels/1014', owner)
  await page.locator('#check summary').click()
  const finding = page
    .locator('#check li')
    .filter({ has: page.locator('a[href^="/backoffice/media?"]') })
    .first()
  await finding.getByRole('button', { name: withAnyValue(en('channel.which')) }).click()
  await finding.locator('a[href^="/backoffice/media/"]').first().click()
  // The channel's page has fields of these names, too, and stays until this one has come.
  const said = page.getByRole('form', { name: en('media.form') })
  await said.getByLabel(en('media.altIn', { language: en('in.nl') })).fill('Een plank')
  await said.getByRole('button', { name: en('media.save'), exact: true }).click()
  await expectVisible(page.locator('[data-result]').getByText(en('media.saved')))

  await wide.go(`/backoffice/gifts/${sku}`)
  await page.getByRole('button', { name: en('media.addToGift') }).click()
  const dialog = page.getByRole('dialog', { name: en('media.choose') })
  // On the spot: it is taken as soon as it is in.
  await dialog.locator('input[data-pictures]').setInputFiles({
    name: 'Lantern.png',
    mimeType: 'image/png',
    buffer: await plain(300, 300, '#ddaa22').png().toBuffer(),
  })
  await expectHidden(dialog)
  await page
    .getByRole('region', { name: en('giftSaving') })
    .getByRole('button', { name: en('save') })
    .click()
  await expect
    .poll(
      async () => (await shop.sql`select pictures from product where id = ${sku}`)[0]?.['pictures'],
    )
    .toHaveLength(1)
  // Without an alternative text, the alt text is the gift's name in the requested language.
  await wide.go('/backoffice/gifts?search=lant')
  await expectVisible(page.getByRole('link', { name: 'Lantern' }))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lantern')
  await page.getByRole('option', { name: 'Lantern Noorderlicht' }).click()
  await page.getByText(en('media.words'), { exact: true }).click()
  const alt = page.getByLabel(en('media.altIn', { language: en('in.de') }))
  await expect.poll(() => alt.getAttribute('placeholder')).toBe('Windlicht')
  await wide.go('/backoffice/media?words=beside&used=yes')
  await expectVisible(page.getByRole('link', { name: 'Lantern' }))
  await expectNoAxeViolations(page)
})

test('images of the welcome dialog have distinct names (SAFE-16, C-4)', async ({ wide, shop }) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  await signInAsStaff(
    wide,
    'en',
    '/backoffice/content/texts/welcomeoverlaycomponents?channel=1014',
    owner,
  )
  for (const name of ['Video', 'Video: image before it plays', 'Captions']) {
    await expectVisible(page.getByRole('group', { name, exact: true }).first())
  }
  expect(await page.getByRole('group', { name: en('media.one'), exact: true }).count()).toBe(0)
})
