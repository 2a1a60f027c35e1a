import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import {
  ActionButton,
  actionButtonClass,
  ActionIconButton,
} from '#backoffice/kit/display/ActionButton.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from './SelectionBar.module.css'

/** What is selected, and what may be done to it. 'All' is a step of its own, with its number. */
export function SelectionBar<Item>({
  list,
  address,
  total,
}: {
  list: ListOf<Item>
  address: ListAddress
  total: { count: number; exact: boolean } | undefined
}) {
  const say = useSay()
  const chosen = address.chosen()
  if (!chosen) return null
  const words =
    chosen.kind === 'all'
      ? say('allSelected', { count: chosen.count })
      : say('selected', { count: chosen.count })
  return (
    <div className={css.bar} role="region" aria-label={say('selection')}>
      <span className={css.count} role="status">
        {words}
      </span>
      {chosen.kind === 'picked' && total?.exact && total.count > chosen.count ? (
        <ActionButton look="plain" little onClick={() => address.pickAll(total.count)}>
          {say('selectAll', { count: total.count })}
        </ActionButton>
      ) : null}
      {(list.actions ?? []).map(({ word, run }) => (
        <ActionButton key={word} little onClick={() => run(chosen)}>
          {say(word, { count: chosen.count })}
        </ActionButton>
      ))}
      <a
        className={actionButtonClass('quiet', true)}
        href={list.csv(
          chosen.kind === 'all' ? chosen.asked : { ...address.question, ids: chosen.ids.join(',') },
        )}
        download
      >
        {say('exportCount', { count: chosen.count })}
      </a>
      <ActionIconButton
        icon="close"
        label={say('clearSelection')}
        onClick={() => address.pick([])}
      />
    </div>
  )
}
