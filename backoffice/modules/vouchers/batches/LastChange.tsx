import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './Batches.module.css'

const FIELD_LABELS: Partial<Record<string, MessageKey>> = {
  valid_until: 'validUntil',
  note: 'name',
  short_reason: 'whyShort',
  remind_days: 'remindDays',
  sender_name: 'senderName',
  sender_message: 'senderMessage',
  sender_messages: 'senderMessage',
  sender_alt: 'media.ofSender',
  sender_image: 'media.ofSender',
}

/** The last change of the batch, with its undo. */
export function LastChange({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const nameOf = (field: string) => t(FIELD_LABELS[field] ?? 'batch')
  const action = useAction('undoBatchChange', {
    done: ({ left }) =>
      left.length === 0
        ? t('batchChange.undone')
        : t('batchChange.undoneBut', { names: left.map(nameOf).join(', ') }),
  })
  const { id, version, last_change: change } = batch
  if (!change) return action.failure ? <Notice kind="bad">{action.failure}</Notice> : null
  const names = [...new Set(change.fields.map(nameOf))].join(', ')
  return (
    <Card title={t('batchChange.title')}>
      <p>
        {names}{' '}
        <span className={css.soft}>
          {change.by?.name} · <DateTime at={change.at} channel={batch.channel} />
        </span>
      </p>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <div>
        <ActionButton
          busy={action.busy}
          onClick={() => void action.run({ id, version, change: change.id })}
        >
          {t('batchChange.undo')}
        </ActionButton>
      </div>
    </Card>
  )
}
