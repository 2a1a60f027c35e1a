import type { Choice, Filter } from '#backoffice/kit/list/list-definition.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type FiltersOf, listFilters, type ListName } from '#contract/list-filters.staff.ts'
import type { ListFilter } from '#contract/shared/list-filter.staff.ts'

type VisibleFilter<Filters> = {
  [Key in keyof Filters]: Filters[Key] extends { hidden: true } ? never : Key
}[keyof Filters] &
  string

/** `label` is optional if a message with the filter's own name exists. */
type LabelEntry<Key> = Key extends MessageKey ? { label?: MessageKey } : { label: MessageKey }

/** `name` is optional if each value has a message: `state.open` for the value open of the filter state. */
type ValueNames<Key extends string, Value extends string> = {
  /** The values to offer. By default all values of the filter. */
  values?: readonly Value[]
} & (`${Key}.${Value}` extends MessageKey
  ? { name?: (value: Value) => string }
  : { name: (value: Value) => string })

type FilterEntry<Key extends string, Filter> = LabelEntry<Key> &
  (Filter extends { values: readonly (infer Value extends string)[] }
    ? ValueNames<Key, Value>
    : Filter extends { kind: 'multi-reference' | 'reference' }
      ? { choices: readonly Choice[] }
      : object)

/** The filters whose entry needs no property. */
type OptionalFilter<Filters> = {
  [Key in VisibleFilter<Filters>]: object extends FilterEntry<Key, Filters[Key]> ? Key : never
}[VisibleFilter<Filters>]

/** An entry for each visible filter. An entry without required properties can be left out. */
type Entries<Filters> = {
  [Key in Exclude<VisibleFilter<Filters>, OptionalFilter<Filters>>]: FilterEntry<Key, Filters[Key]>
} & {
  [Key in OptionalFilter<Filters>]?: FilterEntry<Key, Filters[Key]>
}

type AnyEntry = {
  label?: MessageKey
  values?: readonly string[]
  name?: (value: string) => string
  choices?: readonly Choice[]
}

/** The filter bar of a list, as `list-filters.staff.ts` defines its filters. A filter without a text does not compile. */
export function filterBar<List extends ListName>(
  t: Translate,
  list: List,
  entries: Entries<FiltersOf<List>>,
): Filter[] {
  const entriesByKey = entries as Readonly<Record<string, AnyEntry | undefined>>
  return Object.entries<ListFilter>(listFilters[list])
    .filter(([, filter]) => !filter.hidden)
    .map(([key, filter]) => {
      const { label = key as MessageKey, values, name, choices } = entriesByKey[key] ?? {}
      const nameOf = name ?? ((value: string) => t(`${key}.${value}` as MessageKey))
      if (isChannel(key)) return { key, label, kind: 'channel' }
      switch (filter.kind) {
        case 'multi-select':
        case 'select':
          return {
            key,
            label,
            kind: filter.kind,
            choices: (values ?? filter.values).map((value) => ({ value, name: nameOf(value) })),
          }
        case 'multi-reference':
          return { key, label, kind: 'multi-select', choices: choices ?? [] }
        case 'reference':
          return { key, label, kind: 'select', choices: choices ?? [] }
        case 'day':
        case 'moment':
          return { key, label, kind: 'day' }
        case 'pattern':
        case 'text':
        case 'number':
          return { key, label, kind: 'text' }
      }
    })
}

/** `not_in` finds gifts that a channel does not offer. */
const isChannel = (key: string) => key === 'channel' || key === 'not_in'
