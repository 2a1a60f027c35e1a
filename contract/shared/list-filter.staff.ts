/**
 * A filter of a back office list. Its input, its field in the filter bar and the type of its SQL condition derive from
 * it. A `hidden` filter is used by links only and has no field.
 */
export type ListFilter = (
  | { kind: 'multi-select' | 'select'; values: readonly string[] }
  | { kind: 'multi-reference' | 'reference' | 'pattern'; pattern: RegExp }
  | { kind: 'text'; max: number }
  | { kind: 'number'; max: number }
  | { kind: 'day' | 'moment' }
) & { hidden?: true }

/** Several of these values. */
export const multiSelect = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'multi-select', values }) as const
/** One of these values. */
export const select = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'select', values }) as const
/** Ids or codes, for example of brands. */
export const multiReference = (pattern: RegExp) => ({ kind: 'multi-reference', pattern }) as const
/** One id or code. */
export const reference = (pattern: RegExp) => ({ kind: 'reference', pattern }) as const
/** A typed value of a fixed format. */
export const matching = (pattern: RegExp) => ({ kind: 'pattern', pattern }) as const
/** Any typed text. */
export const text = (max: number) => ({ kind: 'text', max }) as const
/** A whole number from 0. */
export const number = (max: number) => ({ kind: 'number', max }) as const
export const day = { kind: 'day' } as const
/** A day; links may also contain a time. */
export const moment = { kind: 'moment' } as const
export const hidden = <const Filter extends ListFilter>(filter: Filter) =>
  ({ ...filter, hidden: true }) as const

/** The value of a filter after its input was parsed. */
export type FilterValue<Filter> = Filter extends {
  kind: 'multi-select'
  values: readonly (infer Value)[]
}
  ? Value[]
  : Filter extends { kind: 'select'; values: readonly (infer Value)[] }
    ? Value
    : Filter extends { kind: 'multi-reference' }
      ? string[]
      : Filter extends { kind: 'number' }
        ? number
        : string
