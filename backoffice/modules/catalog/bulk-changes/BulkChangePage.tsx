import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  BeforeAndAfter,
  FIRST_ROWS,
} from '#backoffice/modules/catalog/bulk-changes/BeforeAndAfter.tsx'
import {
  giftFieldName,
  channelLanguageText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { bulkChangeText } from '#backoffice/modules/catalog/bulk-changes/BulkChangesPage.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './BulkChangePage.module.css'

/** One change of many gifts, and its undo. Values that others have changed since are listed: an undo leaves them. */
export function BulkChangePage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const [rowCount, showRows] = useState(FIRST_ROWS)
  const { data, error, refetch } = useQuery({
    ...staffQuery('bulkChange', { id, shown: rowCount }),
    placeholderData: keepPreviousData,
  })
  const undo = useAction('undoBulkChange', {
    done: ({ put_back, left_alone }) =>
      t(left_alone === 0 ? 'undoDone' : 'undoPartial', { count: put_back, left: left_alone }),
  })
  const parent = { to: '/backoffice/gifts/bulk-changes', label: t('changes.title') }
  const onRetry = () => void refetch()
  if (!data) return <PagePending title={t('change')} {...{ parent, error, onRetry }} />
  return (
    <>
      <PageHead
        title={t('changeNumber', { id })}
        parent={parent}
        besideTitle={
          <>
            <StatusMark kind={data.undone ? 'off' : 'done'}>
              {t(data.undone ? 'isUndone' : `changeKind.${data.kind}`)}
            </StatusMark>
            <span className={css.soft}>
              {data.by ?? ''} <DateTime at={data.at} />
            </span>
          </>
        }
        actions={
          data.undo_until !== null && staff.permissions.includes('catalogue.write') ? (
            <ActionButton variant="main" busy={undo.busy} onClick={() => void undo.run({ id })}>
              {t('undoChanges', { count: data.written - data.would_stay.length })}
            </ActionButton>
          ) : null
        }
      />
      <div className={css.body}>
        {undo.failure ? <Notice kind="bad">{undo.failure}</Notice> : null}
        {data.reason ? <q>{data.reason}</q> : null}
        <p className={css.soft}>{bulkChangeText(t, data)}</p>
        {data.release !== null ? (
          <p>
            <BackofficeLink to={`/backoffice/releases/${data.release}`}>
              {t('changes.menus')}
            </BackofficeLink>
          </p>
        ) : null}
        <UndoUntil at={data.undo_until} />
        {data.would_stay.length > 0 ? <FieldsNotUndone fields={data.would_stay} /> : null}
        <BeforeAndAfter rows={data.first} total={data.written} isSaved showRows={showRows} />
      </div>
    </>
  )
}

function UndoUntil({ at }: { at: string | null }) {
  const t = useTranslate()
  if (at === null) return null
  return (
    <p className={css.soft}>
      {t('undoUntil')} <DateTime at={at} />
    </p>
  )
}

function FieldsNotUndone({ fields }: { fields: StaffResponse<'bulkChange'>['would_stay'] }) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  return (
    <section className={css.left} aria-label={t('staysAsItIs')}>
      <h2>{t('staysAsItIs')}</h2>
      <ul>
        {fields.map(({ gift, id, channel, language, field, by }) => (
          <li key={[id, channel, language, field].join(' ')}>
            {[
              gift,
              id === gift ? '' : id,
              giftFieldName(t, field),
              channelLanguageText(t, channel && nameOf(channel), language),
              by ?? t('byImport'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
