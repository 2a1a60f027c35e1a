import { inEachLanguage } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_LANGUAGES, signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { sendGiftMails } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

const WORDS = inEachLanguage((t) => ({
  send: t('mailsSend', { count: 3 }),
  far: t('mailsProgress', { some: 2, all: 2 }),
  bounced: t('mailsBounced', { count: 1 }),
  who: t('mailsShowBounced'),
  address: t('recipientField.email'),
  at: t('sendCodeNow'),
  save: t('saveRecipientEmail'),
  saved: t('recipientEmailSaved'),
  letter: t('switchToLetter'),
  revoke: t('revokeGift'),
  give: t('restoreGift'),
  reason: t('whyAdded'),
  days: t('remindDays'),
  batchSave: t('save'),
  edit: t('edit'),
  change: t('changeBatchTitle'),
  reminders: t('remindHelp'),
  sentAll: t('mailsProgress', { some: 3, all: 3 }),
}))

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`codes are sent by mail, a bounced address is corrected, and reminders are scheduled, in ${language} (DESK-25, DESK-33)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await staffClient(shop)
    await owner.signIn()
    await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
    const people = ['one@example.com', 'two@example.com', 'gone@refused.invalid']
    const made = await owner.request('POST', '/backoffice/api/batches', {
      channel: '1014',
      points: 12,
      count: 3,
      valid_until: addDays(dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam'), 800),
      sender_name: 'Kwartelhof',
      recipients: people.map((email) => ({ name: email.split('@')[0], email })),
    })
    const { id } = (await made.json()) as { id: string }
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    await signInAsStaff(wide, language, `/backoffice/batches/${id}`, owner)
    const ordered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/mails'),
    )
    await page.getByRole('button', { name: words.send }).click()
    expect((await ordered).status()).toBe(200)
    await expectHidden(page.getByRole('button', { name: words.send }))
    await sendGiftMails(shop.shop)
    await expectVisible(page.getByText(words.bounced))
    await expectVisible(page.getByText(words.far))
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: words.edit, exact: true }).click()
    const form = page.getByRole('form', { name: words.change })
    await form.getByLabel(words.days).fill('30')
    await form.getByRole('button', { name: words.batchSave }).click()
    await expectVisible(page.getByText(words.reminders))
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: words.who }).click()
    await page.getByRole('link', { name: 'gone' }).click()
    await expectVisible(page.getByText('550 5.1.1'))
    await expectNoAxeViolations(page)
    await page.getByRole('textbox', { name: words.address }).fill('right@example.com')
    await page.getByLabel(words.at).check()
    shop.clock.advance(11_000)
    await page.getByRole('button', { name: words.save }).click()
    await expectVisible(page.getByText(words.saved))
    await sendGiftMails(shop.shop)
    const { mailer } = shop.shop.ports
    if (!isSandboxMailer(mailer)) throw new Error('mails leave this shop')
    const [mail] = await mailer.all('right@example.com')
    const code = /\/login#([a-z0-9]{9})"/.exec(mail?.html ?? '')?.[1] ?? ''
    expect(await shop.logIn(code)).toMatchObject({ code })

    await phone.page.setViewportSize({ width: 320, height: 720 })
    await signInAsStaff(phone, language, `/backoffice/batches/${id}`, owner)
    await expectVisible(phone.page.getByText(words.sentAll))
    await expectNoHorizontalScroll(phone.page)
    await phone.go(`/backoffice/batches/${id}/recipients`)
    await phone.page.getByRole('link', { name: 'one' }).first().click()
    await phone.page.getByRole('button', { name: words.revoke }).click()
    const dialog = phone.page.getByRole('dialog')
    await dialog.getByLabel(words.reason).fill('Has left')
    await dialog.getByRole('button', { name: words.revoke }).click()
    await expectHidden(dialog)
    await expectVisible(phone.page.getByRole('button', { name: words.give }))
    await expectNoAxeViolations(phone.page)
    await expectNoHorizontalScroll(phone.page)
  })
}
