/**
 * A filter of a back office list. Its input, the entry in the filter bar and the type of its SQL condition derive from
 * it. `hidden`: part of links only, not in the filter bar.
 */
export type ListFilter = (
  | { kind: 'some' | 'one'; values: readonly string[] }
  | { kind: 'some-of' | 'one-of' | 'text'; form: RegExp }
  | { kind: 'words'; most: number }
  | { kind: 'number'; most: number }
  | { kind: 'day' | 'moment' }
) & { hidden?: true }

/** Several of these values. */
export const some = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'some', values }) as const
/** One of these values. */
export const one = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'one', values }) as const
/** Several or one of values that the database holds. */
export const someOf = (form: RegExp) => ({ kind: 'some-of', form }) as const
export const oneOf = (form: RegExp) => ({ kind: 'one-of', form }) as const
/** A typed value. */
export const text = (form: RegExp) => ({ kind: 'text', form }) as const
export const words = (most: number) => ({ kind: 'words', most }) as const
/** A whole number from 0. */
export const number = (most: number) => ({ kind: 'number', most }) as const
export const day = { kind: 'day' } as const
/** A day, in links also a moment. */
export const moment = { kind: 'moment' } as const
export const hidden = <const Filter extends ListFilter>(filter: Filter) =>
  ({ ...filter, hidden: true }) as const

/** What a filter is after it was read. */
export type FilterValue<Filter> = Filter extends { kind: 'some'; values: readonly (infer Value)[] }
  ? Value[]
  : Filter extends { kind: 'one'; values: readonly (infer Value)[] }
    ? Value
    : Filter extends { kind: 'some-of' }
      ? string[]
      : Filter extends { kind: 'number' }
        ? number
        : string
