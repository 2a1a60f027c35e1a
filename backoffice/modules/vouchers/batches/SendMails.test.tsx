import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { SendMails } from '#backoffice/modules/vouchers/batches/SendMails.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

it('names its button after the chosen time of sending', async () => {
  const batch = { id: '1', version: 1, time_zone: 'Europe/Amsterdam', mails: { addresses: 4 } }
  const user = await renderBackoffice(<SendMails batch={batch as unknown as Batch} />)
  const button = screen.getByRole('button')
  expect(button.textContent).toBe(en('mailsSend', { count: 4 }))
  await user.selectOptions(screen.getByLabelText(en('mailsWhen')), en('mailsLater'))
  expect(button.textContent).toBe(en('mailsSchedule', { count: 4 }))
})
