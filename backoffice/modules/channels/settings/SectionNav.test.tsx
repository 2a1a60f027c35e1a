import { cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { SectionNav } from '#backoffice/modules/channels/settings/SectionNav.tsx'
import { sectionOfField } from '#backoffice/modules/channels/settings/channel-sections.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

it('marks the current section and the sections with unsaved input (PRODUCT-9)', async () => {
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

it('finds the section of a refused field', () => {
  const fields = ['hosts.0', 'theme.radius-s', 'undo_minutes', 'name', 'use_chatbot']
  expect(fields.map(sectionOfField)).toEqual(['domains', 'theme', 'orders', 'general', 'general'])
  expect(sectionOfField('changes.after.value')).toBeUndefined()
})

it('announces unsaved changes to screen readers at every width', async () => {
  for (const matches of [true, false]) {
    vi.stubGlobal('matchMedia', () => ({
      matches,
      addEventListener() {},
      removeEventListener() {},
    }))
    await renderBackoffice(
      <SectionNav channel="1014" current="theme" changed={['hosts', 'name']} />,
    )
    const name = new RegExp(en('unsavedChanges', { count: 1 }))
    expect(screen.getAllByRole('link', { name })).toHaveLength(2)
    cleanup()
  }
})
