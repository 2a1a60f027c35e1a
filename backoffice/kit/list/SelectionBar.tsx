import type { ListDefinition } from '#backoffice/kit/list/list-definition.ts'
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
  list: ListDefinition<Item>
  address: ListAddress
  total: { count: number; exact: boolean } | undefined
}) {
  const t = useTranslate()
  const selection = address.selection()
  if (!selection) return null
  const text =
    selection.kind === 'all'
      ? t('allSelected', { count: selection.count })
      : t('selected', { count: selection.count })
  return (
    <div className={css.bar} role="region" aria-label={t('selection')}>
      <span className={css.count} role="status">
        {text}
      </span>
      {selection.kind === 'picked' && total?.exact && total.count > selection.count ? (
        <ActionButton variant="plain" small onClick={() => address.selectAll(total.count)}>
          {t('selectAll', { count: total.count })}
        </ActionButton>
      ) : null}
      {(list.actions ?? []).map(({ label, run }) => (
        <ActionButton key={label} small onClick={() => run(selection)}>
          {t(label, { count: selection.count })}
        </ActionButton>
      ))}
      <a
        className={actionButtonClass('quiet', true)}
        href={list.csvHref(
          selection.kind === 'all'
            ? selection.query
            : { ...address.query, ids: selection.ids.join(',') },
        )}
        download
      >
        {t('exportCount', { count: selection.count })}
      </a>
      <ActionIconButton
        icon="close"
        label={t('clearSelection')}
        onClick={() => address.select([])}
      />
    </div>
  )
}
