import { existsSync, readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import {
  allComponentsOf,
  dataOf,
  frameDataOf,
  frames,
  correctedAddress,
  pageAt,
  pages,
  pathParametersOf,
} from '#contract/content/page-table.ts'

const nowhere = new URLSearchParams()

describe('the table of pages (B43)', () => {
  it('reads the steps of an address, and takes as written what cannot be read', () => {
    const steps = (pathname: string) => pathParametersOf(pageAt(pathname).path, pathname)
    expect(steps('/product-description/a%20b')).toEqual({ scpId: 'a b' })
    expect(steps('/product-description/%E0%A4%A')).toEqual({ scpId: '%E0%A4%A' })
    expect(steps('/cart')).toEqual({})
  })

  it('has one page for each file that draws one, and a file for each page', () => {
    const drawn = readdirSync('storefront', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /^[a-z]+\/(?:[a-z]+\/)?\w+Page\.tsx$/.test(file))
    expect(new Set(pages.map(({ part }) => part))).toEqual(new Set(drawn))
    expect(drawn.every((file) => existsSync(`storefront/${file}`))).toBe(true)
  })

  it('has no address twice, and leads on only to pages that it has', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    const next = pages.flatMap((page) => page.next ?? [])
    expect(
      next.map((path) => pageAt(path).path).filter((path) => /^(\*|\/:pageId)$/.test(path)),
    ).toEqual([])
  })

  it.each([
    ['/', '/'],
    ['/products', '/products'],
    ['/product-description/5-1', '/product-description/:scpId'],
    ['/product-description/', '*'],
    ['/orders', '/orders'],
    ['/orders/100-1', '/orders/:orderNumber'],
    ['/privacy-policy', '/privacy-policy'],
    ['/spring', '/:pageId'],
    ['/constructor', '/:pageId'],
    ['/orders/100-1/mails', '*'],
  ])('%s is the page at %s', (pathname, path) => {
    expect(pageAt(pathname).path).toBe(path)
  })

  it.each([
    ['/products/', '/products'],
    ['//orders///', '/orders'],
    ['/Orders/100-1A/', '/orders/100-1A'],
    ['/CART', '/cart'],
    ['/spring/', '/spring'],
    ['/', null],
    ['/products', null],
    ['/Spring', null],
    ['/orders/1/2/', null],
    ['/\\evil.example/', null],
    ['//evil.example/', '/evil.example'],
  ])('%s was meant to be %s', (pathname, meant) => {
    expect(correctedAddress(pathname)).toBe(meant)
  })

  it('requires a login for every page that is not public', () => {
    expect(pages.filter(({ open }) => open).map(({ path }) => path)).toEqual([
      '/login',
      // By the link of a mail, whose token its calls ask for.
      '/choose-again',
      '/contact',
      '/order-process',
      '/additional-point',
      '/return-policy',
      '/terms-and-conditions',
      '/privacy-policy',
      '/:pageId',
    ])
  })

  it('asks for what an address names, and for nothing twice', () => {
    expect(dataOf('/product-description/5%2F1', nowhere, 'de')).toEqual([
      { call: 'product', input: { scpId: '5/1', language: 'de' } },
    ])
    expect(dataOf('/spring', new URLSearchParams('language=fr'), 'en')).toEqual([
      { call: 'component', input: { path: 'spring', language: 'fr' } },
    ])
    const own = dataOf('/contact', nowhere, 'nl')
    const around = frameDataOf('/contact', own, 'nl')
    expect([...own, ...around].map(({ call }) => call).sort()).toEqual(
      frames.shop
        .data('nl')
        .map(({ call }) => call)
        .sort(),
    )
    expect(allComponentsOf('/login')).toEqual(['websitetranslationcomponents', 'logoncomponents'])
    expect(frameDataOf('/login', [], 'nl')).toEqual([])
  })
})
