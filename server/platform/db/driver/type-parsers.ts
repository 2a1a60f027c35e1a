import pg from 'pg'

type Parser = (text: string) => unknown

const asDate = (text: string) => new Date(text)
const asBytes = (text: string) => Buffer.from(text.slice(2), 'hex')
const asIs = (text: string) => text

/** Ids and counts stay far below 2^53, so a bigint is a number; a numeric stays text. */
const BY_OID: [oid: number, arrayOid: number, parse: Parser][] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, asBytes],
  [20, 1016, Number],
  [21, 1005, Number],
  [23, 1007, Number],
  [26, 1028, Number],
  [700, 1021, Number],
  [701, 1022, Number],
  [114, 199, (text) => JSON.parse(text)],
  [3802, 3807, (text) => JSON.parse(text)],
  [1082, 1182, asDate],
  [1114, 1115, asDate],
  [1184, 1185, asDate],
]
/** Arrays of text, names, uuid, numeric and the like: their elements stay text. */
const TEXT_ARRAYS = [1002, 1003, 1009, 1014, 1015, 1231, 2951, 1183, 1270, 1187, 2211, 2210, 1041]

const parsers = new Map<number, Parser>()
for (const [oid, arrayOid, parse] of BY_OID) {
  parsers.set(oid, parse)
  parsers.set(arrayOid, (text) => arrayOf(text, parse))
}
for (const oid of TEXT_ARRAYS) parsers.set(oid, (text) => arrayOf(text, asIs))

const TEXT_ARRAY = 1009
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => Nested[]
type Nested = string | null | Nested[]

function arrayOf(text: string, parse: Parser) {
  const parseElement = (element: Nested): unknown => {
    if (Array.isArray(element)) return element.map(parseElement)
    return element === null ? null : parse(element)
  }
  return parseTextArray(text).map(parseElement)
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? asIs,
}
