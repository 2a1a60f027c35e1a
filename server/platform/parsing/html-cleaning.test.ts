import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cleanHtml } from './html-cleaning.ts'
import { readPicture } from '#server/modules/media/read-image.ts'
import { animatedImage } from '#server/testing/samples/animated-image.ts'
import { cleanSvg } from '#server/modules/media/svg-cleaning.ts'

describe('HTML', () => {
  it('keeps the elements of ordinary pages', () => {
    const html =
      '<h2 id="a">Titel</h2><p>Een <strong>zin</strong> &amp; <a href="/faq">meer</a></p><ul><li>x</li></ul><table><tr><td colspan="2">y</td></tr></table>'
    expect(cleanHtml(html)).toEqual({ clean: html, removed: [] })
  })

  it.each([
    ['<script>x()</script>', ''],
    ['<style>p{}</style><iframe src="https://x"></iframe><form><input></form>', ''],
    ['<p onclick="x()" style="color:red" class="q">a</p>', '<p>a</p>'],
    ['<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['<a href=" java\nscript:x()">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<img src="https://elsewhere/x.png"><img src="//elsewhere/x.png" onerror="x()">', ''],
    ['<svg><script>x()</script></svg><math><mi>x</mi></math>', 'x'],
  ])('removes %s', (html, clean) => {
    const result = cleanHtml(html)
    expect(result.clean).toBe(clean)
    expect(result.removed).not.toEqual([])
  })

  it('turns h1 into h2, because the page has the only h1 (SAFE-16, DESK-21)', () => {
    const pasted = '<h1>Titel</h1><h2>Kop</h2><h3>Onder</h3>'
    expect(cleanHtml(pasted).clean).toBe('<h2>Titel</h2><h2>Kop</h2><h3>Onder</h3>')
  })

  it('keeps images of the shop, and adds rel to links that open a new tab', () => {
    expect(cleanHtml('<img src="/images/local/a.webp" alt="A" />').removed).toEqual([])
    expect(cleanHtml('<a href="https://x" target="_blank">x</a>').clean).toBe(
      '<a href="https://x" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it('does not change when it is cleaned again', () => {
    const once = cleanHtml('<p>a &lt;script&gt; &amp;amp; &nbsp;"é" <b>b<script>c</script>').clean
    expect(cleanHtml(once)).toEqual({ clean: once, removed: [] })
  })
})

describe('SVG', () => {
  const svg = (inner: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`

  it('keeps shapes, gradients and internal references', () => {
    const picture = svg(
      '<defs><linearGradient id="g"><stop offset="0"></stop></linearGradient></defs><path fill="url(#g)" d="M0 0h9v9z"></path><use href="#g"></use>',
    )
    expect(cleanSvg(picture)).toEqual({ clean: `${picture}\n`, removed: [] })
  })

  it.each([
    ['<script>x()</script>', ''],
    ['<path d="M0 0" onclick="x()"/>', ' d="M0 0"></path>'],
    [
      '<use href="https://x/y.svg#z"/><use xlink:href="data:image/svg+xml,x"/>',
      '<use></use><use></use>',
    ],
    ['<image href="https://x/y.png"/>', ''],
    ['<foreignObject><body onload="x()"/></foreignObject>', ''],
    ['<style>@import url(https://x)</style>', ''],
    ['<path style="fill:url(https://x)" fill="url(//x)"/>', '<path></path>'],
    [
      '<animate attributeName="href" to="javascript:x()"/><set attributeName="onclick" to="x"/>',
      '',
    ],
    ['<a href="javascript:x()"></a>', ''],
  ])('removes %s', (inner, expected) => {
    const { clean, removed } = cleanSvg(svg(inner))
    expect(clean).toContain(expected)
    expect(clean).not.toMatch(/https:|javascript|script|onclick|onload|data:|\/\/x/)
    expect(removed).not.toEqual([])
  })

  it('loses entities and event handlers of its root, and does not change when it is cleaned again', () => {
    const source = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script>y()</script>">]>${svg('<text>&x;</text>', ' onload="z()"')}`
    const { clean } = cleanSvg(source)
    expect(clean).not.toMatch(/ENTITY|<script|onload/)
    expect(cleanSvg(clean)).toEqual({ clean, removed: [] })
  })
})

describe('an image', () => {
  let folder: string
  let webp: Buffer
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'giftpoint-pictures-'))
    webp = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123' } })
      .webp()
      .toBuffer()
  })
  afterAll(() => rm(folder, { recursive: true }))
  const read = async (name: string, bytes: Buffer | string) => {
    await writeFile(path.join(folder, name), bytes)
    return readPicture(path.join(folder, name))
  }
  const convert = (format: 'png' | 'jpeg' | 'avif') => sharp(webp).toFormat(format).toBuffer()

  it('gets its type, size and a hash of 32 digits from its bytes', async () => {
    expect(await read('a.webp', webp)).toMatchObject({
      picture: { mediaType: 'image/webp', width: 40, height: 30, name: 'a' },
    })
    const kinds = { png: 'image/png', jpeg: 'image/jpeg', avif: 'image/avif' } as const
    for (const format of ['png', 'jpeg', 'avif'] as const)
      expect(await read(`a.${format}`, await convert(format))).toMatchObject({
        picture: {
          mediaType: kinds[format],
          width: 40,
          height: 30,
          hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      })
  })

  it('may be a video or captions', async () => {
    expect(await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHoi\n')).toMatchObject({
      picture: { mediaType: 'text/vtt' },
    })
    const webm = Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    ])
    expect(await read('a.webm', webm)).toMatchObject({ picture: { mediaType: 'video/webm' } })
    const mp4 = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
    expect(await read('a.mp4', mp4)).toMatchObject({ picture: { mediaType: 'video/mp4' } })
  })

  it.each([
    [
      'under the name of another kind',
      'a.png',
      () => webp,
      /content of this file is image\/webp.*\.webp/,
    ],
    ['that was cut off', 'a.webp', () => webp.subarray(0, 60), /ends too early/],
    ['that is none', 'a.webp', () => Buffer.from('<html><script>x()</script></html>'), /not PNG/],
    ['that is empty', 'a.webp', () => Buffer.alloc(0), /empty/],
    ['above 20 MB', 'a.webp', () => Buffer.concat([webp, Buffer.alloc(20_000_000)]), /20 MB/],
    [
      'with a good head and nothing behind it',
      'a.png',
      () => Buffer.from('\x89PNG\r\n\x1a\nIEND', 'latin1'),
      /damaged/,
    ],
  ])('%s is refused', async (_what, name, bytes, message) => {
    expect(await read(name, bytes())).toEqual({ problem: expect.stringMatching(message) })
  })

  it('above 50 megapixels is refused, even as a small file', async () => {
    const tooLarge = await sharp({
      create: { width: 8000, height: 6300, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    expect(await read('huge.png', tooLarge)).toEqual({
      problem: expect.stringMatching(/50 megapixels/),
    })
  })

  it('that is animated or extremely long is refused', async () => {
    expect(await read('a.webp', await animatedImage())).toEqual({
      problem: expect.stringMatching(/animated/),
    })
    const line = sharp({ create: { width: 3, height: 61, channels: 3, background: '#fff' } })
    expect(await read('a.png', await line.png().toBuffer())).toEqual({
      problem: expect.stringMatching(/20 times/),
    })
  })

  it('in SVG is stored clean, under the hash of its clean bytes', async () => {
    const good =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"></path></svg>\n'
    const bad = good.replace('<path', '<script>x()</script><path onclick="y()"')
    const [clean, dirty] = [await read('good.svg', good), await read('bad.svg', bad)]
    if ('problem' in clean || 'problem' in dirty) throw new Error('both should be readable')
    expect(dirty.picture.hash).toBe(clean.picture.hash)
    expect(dirty.bytes.toString()).toBe(good)
    expect(dirty.removed).toEqual(['<script>', 'onclick="y()" of <path>'])
  })
})
