import { zipSync } from 'fflate'
import sharp from 'sharp'

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
type Random = ReturnType<typeof seededRandom>

const MAILS = [
  `From: a@b.example\r\nTo: ${'g: '.repeat(2000)}x@y.z;\r\nSubject: groups\r\n\r\nhello\r\n`,
  `From: a@b.example\r\nIn-Reply-To: ${'a'.repeat(20_000)}\r\nSubject: letters\r\n\r\nhello\r\n`,
  `From: a@b.example\r\nDelivered-To: ${'+'.repeat(20_000)}\r\nSubject: pluses\r\n\r\nhello\r\n`,
  `From: a@b.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=q\r\n\r\n--q\r\nContent-Type: message/delivery-status\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${' '.repeat(20_000)}x\r\n--q--\r\n`,
  `From: =?utf-8?B?${'QUFB'.repeat(50)}?= <a@b.example>\r\nContent-Type: text/html\r\n\r\n${'<div>'.repeat(2000)}deep`,
  `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n'.repeat(50)}--b--`,
]

/** Changes some bytes, then may cut the end or repeat a part. */
function mutate(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  for (let count = random(20); count > 0 && changed.length > 0; count -= 1)
    changed[random(changed.length)] = random(256)
  const at = random(changed.length + 1)
  const mutation = random(4)
  if (mutation === 0) return changed.subarray(0, at)
  if (mutation === 1) {
    const part = changed.subarray(at, at + random(2000))
    return Buffer.concat([changed.subarray(0, at), part, part, part, changed.subarray(at)])
  }
  return changed
}

export const hostileMail = (random: Random) =>
  mutate(Buffer.from(MAILS[random(MAILS.length)] ?? ''), random)

/** Valid, but so long that reading it exceeds the time limit. */
export const longMail = () =>
  Buffer.from(
    `From: a@b.example\r\nSubject: long\r\nContent-Type: text/html\r\n\r\n${'<p>word <b>x</b></p>\r\n'.repeat(40_000)}`,
  )
export const longDrawing = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${`<path d="M0 0${' 1 1'.repeat(80)}"/>`.repeat(19_000)}</svg>`,
  )

const SVGS = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feTurbulence numOctaves="2000"/></filter><rect width="4000" height="4000" filter="url(#f)"/></svg>',
  `<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a0"><rect width="9" height="9"/></g>${Array.from({ length: 9 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#a9"/></svg>`,
  `${'<!---->'.repeat(50)}<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`,
  `${'<!---->'.repeat(500)}x`,
  '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
]

/** Drawings, photos in three formats, and files that mix two formats. */
export async function hostilePictures() {
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#a06040' } })
  const made = await Promise.all(
    (['png', 'webp', 'jpeg'] as const).map((format) => photo.clone().toFormat(format).toBuffer()),
  )
  const drawings = SVGS.map((svg) => Buffer.from(svg))
  const [png = Buffer.alloc(0), webp = Buffer.alloc(0), jpeg = Buffer.alloc(0)] = made
  const polyglots = [
    Buffer.concat([png, drawings[0] ?? png]),
    Buffer.concat([jpeg.subarray(0, 100), png]),
    Buffer.concat([webp.subarray(0, 12), jpeg]),
  ]
  const all = [...drawings, ...made, ...polyglots]
  return (random: Random) => mutate(all[random(all.length)] ?? png, random)
}

export function hostileSheets() {
  const workbook = `<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>`
  const relations = `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`
  const book = (sheet: string) =>
    Buffer.from(
      zipSync({
        'xl/workbook.xml': Buffer.from(workbook),
        'xl/_rels/workbook.xml.rels': Buffer.from(relations),
        'xl/worksheets/s.xml': Buffer.from(sheet),
      }),
    )
  const all = [
    book(`<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`),
    book(`<worksheet>${'<row '.repeat(20_000)}</worksheet>`),
    book(`<worksheet>${'<c '.repeat(20_000)}<row><c><v>1</v></worksheet>`),
    book(' '.repeat(30_000_000)),
    Buffer.from(`a;b\n${'"'.repeat(9999)}`),
    Buffer.from(`${';'.repeat(100_000)}\n1;2\n`),
    Buffer.from('\xff\xfea\0;\0', 'latin1'),
  ]
  return (random: Random) => mutate(all[random(all.length)] ?? Buffer.alloc(0), random)
}
