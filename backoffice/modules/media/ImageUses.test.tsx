import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ImageUses } from '#backoffice/modules/media/ImageUses.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { PictureAnswer } from '#contract/media.staff.ts'

const inText = { place: '', name: '', language: '', alt: null, channel: '1014' }

it('links each use to the page that changes it (PRODUCT-10)', async () => {
  const uses_here = [
    { ...inText, kind: 'content', id: 'login' },
    { ...inText, kind: 'html', id: 'company' },
    { ...inText, kind: 'tile', id: 'home 1' },
    { ...inText, kind: 'gift', id: 'teapot', name: 'Teapot' },
  ]
  await renderBackoffice(
    <ImageUses picture={{ uses_here, elsewhere: 0 } as unknown as PictureAnswer} />,
  )
  await screen.findByRole('heading', { name: en('media.usedIn') })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/backoffice/content/texts/login?channel=1014',
    '/backoffice/content/company?channel=1014',
    '/backoffice/content/tiles?channel=1014',
    '/backoffice/gifts/teapot',
  ])
})
