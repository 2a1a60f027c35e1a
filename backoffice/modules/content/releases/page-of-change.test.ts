import { expect, it } from 'vitest'

import {
  pageOfChange,
  previewOfChange,
} from '#backoffice/modules/content/releases/page-of-change.ts'

const pageOf = (path: string, language = '') =>
  pageOfChange({ kind: 'content', key: { channel: '1014', path, language } })

it('finds the page of the shop that shows a change (SAFE-16, C-7)', () => {
  expect(pageOf('welcomeoverlaycomponents', 'de')).toEqual({
    page: '/',
    welcome: 'yes',
    language: 'de',
  })
  expect(pageOf('headercomponents')).toEqual({ page: '/' })
  expect(pageOf('basketcomponents')).toEqual({ page: '/cart' })
  expect(pageOf('termsandconditionscomponents')).toEqual({ page: '/terms-and-conditions' })
  expect(pageOf('contactpagecomponents')).toEqual({ page: '/contact' })
  // A page of a channel, and a page that a preview cannot open.
  expect(pageOf('faq')).toEqual({ page: '/faq' })
  expect(pageOf('logoncomponents')).toEqual({ page: '/' })
  expect(pageOfChange({ kind: 'tile', key: { channel: '1014', id: '3' } })).toEqual({ page: '/' })
  expect(pageOfChange({ kind: 'mail', key: { channel: '1014', mail: 'order' } })).toBeNull()
  const change = { kind: 'content' as const, key: { path: 'wishlistcomponents' }, channel: '1014' }
  expect(previewOfChange('7', change)).toBe(
    '/backoffice/preview/shop?channel=1014&releases=7&page=%2Fwishlist',
  )
})
