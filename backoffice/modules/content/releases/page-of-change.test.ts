import { expect, it } from 'vitest'

import {
  pageOfChange,
  previewOfChange,
} from '#backoffice/modules/content/releases/page-of-change.ts'

const at = (path: string, language = '') =>
  pageOfChange({ kind: 'content', key: { channel: '1014', path, language } })

it('knows the page of the shop that a change shows on (SAFE-16, C-7)', () => {
  expect(at('welcomeoverlaycomponents', 'de')).toEqual({
    page: '/',
    welcome: 'yes',
    language: 'de',
  })
  expect(at('headercomponents')).toEqual({ page: '/' })
  expect(at('basketcomponents')).toEqual({ page: '/cart' })
  expect(at('termsandconditionscomponents')).toEqual({ page: '/terms-and-conditions' })
  expect(at('contactpagecomponents')).toEqual({ page: '/contact' })
  // A page that editors made, and what a preview cannot open.
  expect(at('faq')).toEqual({ page: '/faq' })
  expect(at('logoncomponents')).toEqual({ page: '/' })
  expect(pageOfChange({ kind: 'tile', key: { channel: '1014', id: '3' } })).toEqual({ page: '/' })
  expect(pageOfChange({ kind: 'mail', key: { channel: '1014', mail: 'order' } })).toBeNull()
  const change = { kind: 'content' as const, key: { path: 'wishlistcomponents' }, channel: '1014' }
  expect(previewOfChange('7', change)).toBe(
    '/backoffice/preview/shop?channel=1014&releases=7&page=%2Fwishlist',
  )
})
