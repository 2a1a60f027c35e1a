import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { CampaignBatches } from '#backoffice/modules/employers/CampaignPage.tsx'
import { EmployerCampaigns } from '#backoffice/modules/employers/EmployerCampaigns.tsx'
import { EmployerStatisticsView } from '#backoffice/modules/employers/EmployerStatisticsView.tsx'
import { EmployerUsers } from '#backoffice/modules/employers/EmployerUsers.tsx'
import { BatchRecipients } from '#backoffice/modules/vouchers/batches/BatchPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const PARTS = {
  'The batches of a campaign': [<CampaignBatches key="part" id="7" />, 'campaign.noBatches'],
  'The campaigns of an employer': [
    <EmployerCampaigns key="part" employer="3" mayWrite={false} />,
    'noCampaignsToRead',
  ],
  'The statistics of an employer': [
    <EmployerStatisticsView key="part" employer="3" />,
    'employerView.none',
  ],
  'The users of an employer': [
    <EmployerUsers key="part" employer="3" mayWrite={false} me="1" />,
    'employerView.noUsers',
  ],
  'The recipients of a batch': [
    <BatchRecipients key="part" batch={{ id: '7', people: 1 }} />,
    'noRecipientList',
  ],
} as const

for (const [name, [part, empty]] of Object.entries(PARTS)) {
  it(`${name}: a failure to load shows the error, and the card loads again on request`, async () => {
    let fails = true
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        fails
          ? Response.json({}, { status: 500 })
          : Response.json({ items: [], total: { count: 0 }, next: null, made_at: null }),
      ),
    )
    const user = await renderBackoffice(part)
    const card = screen.getByRole('region')
    const error = await within(card).findByRole('alert')
    fails = false
    await user.click(within(error).getByRole('button', { name: en('again') }))
    await within(card).findByText(en(empty))
    expect(within(card).queryByRole('alert')).toBeNull()
  })
}
