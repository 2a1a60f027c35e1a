import { type DeliveryCondition, DIGITAL_KINDS } from '#domain/fulfilment/delivery.ts'

type GiftFactDefinition = {
  /** Its column of `product`. */
  column: string
  /** In an imported sheet: further titles of its column. null: a sheet does not have it. */
  titles: readonly string[] | null
  /** Many gifts can be changed at once. */
  inBulk: boolean
  /** Applies only to gifts with this delivery condition. */
  onlyFor: DeliveryCondition | null
} & (
  | {
      kind: 'flag'
      /** The default value. */
      usual: boolean
    }
  | {
      kind: 'choice'
      values: readonly string[]
      /** null: there is no default. */
      usual: string | null
      /** In an imported sheet: further words for the values. */
      words: Readonly<Record<string, string>>
    }
)

/**
 * Facts of a gift that all channels share: yes or no, or one of some values. Back office, history, undo, import, export,
 * bulk change and channel folder take them from here. The texts of a gift are in `gift-texts.ts`.
 */
export const GIFT_FACTS = {
  delivery: {
    kind: 'choice',
    column: 'delivery_condition',
    values: ['monta', 'dropship', 'digital'],
    usual: null,
    words: {
      digitaal: 'digital',
      warehouse: 'monta',
      magazijn: 'monta',
      lager: 'monta',
      supplier: 'dropship',
      leverancier: 'dropship',
      lieferant: 'dropship',
    },
    titles: ['levering', 'lieferung'],
    inBulk: true,
    onlyFor: null,
  },
  digital: {
    kind: 'choice',
    column: 'digital_kind',
    values: DIGITAL_KINDS,
    usual: 'issuer',
    words: {},
    titles: null,
    inBulk: false,
    onlyFor: 'digital',
  },
  sustainable: {
    kind: 'flag',
    column: 'sustainable',
    usual: false,
    titles: ['duurzaam', 'nachhaltig'],
    inBulk: false,
    onlyFor: null,
  },
} as const satisfies Record<string, GiftFactDefinition>

type Facts = typeof GIFT_FACTS
export type GiftFact = keyof Facts
export type GiftFactValue<Name extends GiftFact> = Name extends GiftFact
  ? Facts[Name] extends { values: readonly (infer Value extends string)[] }
    ? Value
    : boolean
  : never
export type GiftFacts = { [Name in GiftFact]: GiftFactValue<Name> }

type FactsWith<Part> = {
  [Name in GiftFact]: Facts[Name] extends Part ? Name : never
}[GiftFact]
/** Facts that many gifts can be changed in at once. */
export type BulkFact = FactsWith<{ inBulk: true }>
/** Facts that an imported sheet may have. */
export type SheetFact = FactsWith<{ titles: readonly string[] }>

export const GIFT_FACT_NAMES = Object.keys(GIFT_FACTS) as [GiftFact, ...GiftFact[]]
/** The definition in the type that all facts share. */
export const giftFact = (name: GiftFact): GiftFactDefinition => GIFT_FACTS[name]
export const isBulkFact = (name: string): name is BulkFact =>
  Object.hasOwn(GIFT_FACTS, name) && giftFact(name as GiftFact).inBulk
export const BULK_FACTS = GIFT_FACT_NAMES.filter(isBulkFact)
export const SHEET_FACTS = GIFT_FACT_NAMES.filter(
  (name): name is SheetFact => giftFact(name).titles !== null,
)

/** One value for each fact of a gift. */
export const eachGiftFact = <Value>(value: (name: GiftFact) => Value): Record<GiftFact, Value> =>
  Object.fromEntries(GIFT_FACT_NAMES.map((name) => [name, value(name)])) as Record<GiftFact, Value>

/** The initial value in a form. */
export function firstFactValue<Name extends GiftFact>(name: Name): GiftFactValue<Name> {
  const fact = giftFact(name)
  return (fact.kind === 'flag' ? true : fact.values[0]) as GiftFactValue<Name>
}

/** The facts of a row of `product`, by their columns. */
export type GiftFactColumns = {
  [Name in GiftFact as Facts[Name]['column']]: Facts[Name] extends { kind: 'flag' }
    ? boolean
    : string
}
/** One value for each column of a fact. */
export const eachFactColumn = <Value>(value: (name: GiftFact) => Value) =>
  Object.fromEntries(GIFT_FACT_NAMES.map((name) => [GIFT_FACTS[name].column, value(name)]))

const YES = ['yes', 'ja', 'true', '1', 'x', 'oui']
const NO = ['no', 'nee', 'nein', 'false', '0', 'non']

/** The value of a cell in a sheet; undefined if the cell is invalid. */
export function giftFactInCell<Name extends GiftFact>(
  name: Name,
  cell: string,
): GiftFactValue<Name> | undefined {
  const text = cell.toLowerCase()
  const fact = giftFact(name)
  const value =
    fact.kind === 'flag'
      ? YES.includes(text) || (NO.includes(text) ? false : undefined)
      : fact.values.find(
          (value) => value === (Object.hasOwn(fact.words, text) ? fact.words[text] : text),
        )
  return value as GiftFactValue<Name> | undefined
}
