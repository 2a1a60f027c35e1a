import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { BatchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

it('names a batch after its note or else its campaign, with its number beside it (PRODUCT-11)', async () => {
  const campaign = { name: 'Christmas 2026' }
  await renderBackoffice(
    <ul>
      <li>
        <BatchName batch={{ id: '7', note: 'Jubilee', campaign }} />
      </li>
      <li>
        <BatchName batch={{ id: '8', note: '', campaign }} />
      </li>
      <li>
        <BatchName batch={{ id: '9', note: '', campaign: null }} />
      </li>
    </ul>,
  )
  const numbered = (id: string) => en('batchNumber', { id })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual([
    `Jubilee ${numbered('7')}`,
    `Christmas 2026 ${numbered('8')}`,
    numbered('9'),
  ])
})
