import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { SectionNav } from '#backoffice/modules/channels/settings/SectionNav.tsx'
import { sectionOfField } from '#backoffice/modules/channels/settings/channel-sections.ts'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

it('marks the section that is shown and those with unsaved input (PRODUCT-9)', async () => {
  await renderBackoffice(
    <SectionNav
      channel="1014"
      current="theme"
      changed={['theme.heading', 'hosts', 'use_chatbot']}
    />,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['', '/general', '/theme', '/delivery', '/orders', '/vat', '/domains'].map(
      (section) => `/backoffice/channels/1014${section}`,
    ),
  )
  const marked = (has: (link: HTMLElement) => boolean) =>
    links.filter(has).map((link) => link.getAttribute('href')?.split('/')[4])
  expect(marked((link) => link.getAttribute('aria-current') === 'page')).toEqual(['theme'])
  expect(marked((link) => /1/.test(link.textContent))).toEqual(['general', 'theme', 'domains'])
})

it('finds the section of a field that the server refused', () => {
  expect(['hosts.0', 'theme.radius-s', 'undo_minutes', 'name'].map(sectionOfField)).toEqual([
    'domains',
    'theme',
    'orders',
    'general',
  ])
})
