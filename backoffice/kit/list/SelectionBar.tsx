import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import {
  ActionButton,
  actionButtonClass,
  ActionIconButton,
} from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './SelectionBar.module.css'

/** The selection and its actions. 'Select all' is a separate step that shows the number. */
export function SelectionBar<Item>({
  list,
  address,
  total,
}: {
  list: ListOf<Item>
  address: ListAddress
  total: { count: number; exact: boolean } | undefined
}) {
  const t = useTranslate()
  const chosen = address.chosen()
  if (!chosen) return null
  const words =
    chosen.kind === 'all'
      ? t('allSelected', { count: chosen.count })
      : t('selected', { count: chosen.count })
  return (
    <div className={css.bar} role="region" aria-label={t('selection')}>
      <span className={css.count} role="status">
        {words}
      </span>
      {chosen.kind === 'picked' && total?.exact && total.count > chosen.count ? (
        <ActionButton look="plain" little onClick={() => address.pickAll(total.count)}>
          {t('selectAll', { count: total.count })}
        </ActionButton>
      ) : null}
      {(list.actions ?? []).map(({ label, run }) => (
        <ActionButton key={label} little onClick={() => run(chosen)}>
          {t(label, { count: chosen.count })}
        </ActionButton>
      ))}
      <a
        className={actionButtonClass('quiet', true)}
        href={list.csv(
          chosen.kind === 'all' ? chosen.asked : { ...address.question, ids: chosen.ids.join(',') },
        )}
        download
      >
        {t('exportCount', { count: chosen.count })}
      </a>
      <ActionIconButton icon="close" label={t('clearSelection')} onClick={() => address.pick([])} />
    </div>
  )
}
