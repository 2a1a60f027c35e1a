import { useQuery } from '@tanstack/react-query'

import {
  giftFieldName,
  giftFieldValue,
  channelLanguageText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { useCatalogueNames } from '#backoffice/modules/catalog/use-catalog-names.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './GiftHistory.module.css'

type Change = StaffResponse<'giftHistory'>['items'][number]

const MAX_FIELDS = 6

/** The changes of a gift: who changed which field, and its old value. Changes made on this page can be undone here. */
export function GiftHistory({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('giftHistory', { id }))
  const names = useCatalogueNames()
  const undo = useAction('undoBulkChange', {
    done: ({ put_back, left_alone }) =>
      t(left_alone === 0 ? 'undoDone' : 'undoPartial', { count: put_back, left: left_alone }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('history')} foldsOnPhone>
      {undo.failure ? <Notice kind="bad">{undo.failure}</Notice> : null}
      <ol className={css.history}>
        {data.items.map((change) => (
          <li key={change.id}>
            <div className={css.line}>
              <span>
                <BackofficeLink to={`/backoffice/gifts/bulk-changes/${change.id}`}>
                  {t(`changeKind.${change.kind}`)}
                </BackofficeLink>
                <span className={css.soft}>
                  {' '}
                  · {change.by ?? '–'} · <DateTime at={change.at} />
                </span>
                {change.undone ? <span className={css.soft}> · {t('isUndone')}</span> : null}
              </span>
              {mayWrite && change.kind === 'gift' && change.undo_until !== null ? (
                <ActionButton
                  small
                  variant="plain"
                  busy={undo.busy}
                  onClick={() => void undo.run({ id: change.id })}
                >
                  {t('putItBack')}
                </ActionButton>
              ) : null}
            </div>
            <ChangedFields gift={id} fields={change.fields} names={names} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function ChangedFields({
  gift,
  fields,
  names,
}: {
  gift: string
  fields: Change['fields']
  names: ReturnType<typeof useCatalogueNames>
}) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  return (
    <ul className={css.fields}>
      {fields.slice(0, MAX_FIELDS).map(({ field, id, channel, language, before, after }) => (
        <li key={[field, id, channel, language].join(' ')}>
          <span className={css.soft}>
            {[
              giftFieldName(t, field),
              id === gift ? '' : id,
              channelLanguageText(t, channel && nameOf(channel), language),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>{' '}
          <del>{giftFieldValue(t, field, before, names)}</del> →{' '}
          <ins>{giftFieldValue(t, field, after, names)}</ins>
        </li>
      ))}
    </ul>
  )
}
