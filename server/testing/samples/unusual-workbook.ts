import { strToU8, zipSync } from 'fflate'

const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `${OFFICE}/spreadsheetml/2006/main`
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`
const relations = (...each: string[]) =>
  `<Relationships xmlns="${OFFICE}/package/2006/relationships">${each.join('')}</Relationships>`
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`

/** A workbook that common programs do not produce: its first sheet has these rows of raw XML. */
export function unusualWorkbook(rows: string, styles = ''): Buffer {
  const sheet = (content: string) =>
    `<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData></worksheet>`
  const files = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    // The first visible sheet is not the first file, as after a sheet was moved.
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="First" sheetId="2" r:id="rId8"/><sheet name="Second" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId7', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId8', 'worksheet', '/xl/worksheets/sheet2.xml'),
    ),
    ...(styles === ''
      ? {}
      : { 'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }),
    'xl/worksheets/sheet1.xml': sheet(rowOf(1, ['not', 'this'])),
    'xl/worksheets/sheet2.xml': sheet(rows),
  }
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          name,
          strToU8(`<?xml version="1.0"?>${text}`),
        ]),
      ),
      { level: 1 },
    ),
  )
}

export const rowOf = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells
    .map((text, at) =>
      cellOf(`${'ABCDEFGH'[at]}${line}`, `t="inlineStr"`, `<is><t>${text}</t></is>`),
    )
    .join('')}</row>`

export const cellOf = (reference: string, kind: string, content: string) =>
  `<c r="${reference}" ${kind}>${content}</c>`
