import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ImageDialog } from '#backoffice/modules/media/ChooseImage.tsx'
import { AltTextConflict } from '#backoffice/modules/media/AltTextConflict.tsx'
import { usePictureDraft } from '#backoffice/modules/media/use-image-draft.ts'
import { sizeOf } from '#backoffice/modules/media/media-texts.ts'
import css from '#backoffice/modules/media/ImagePage.module.css'
import { ImageForm } from '#backoffice/modules/media/ImageForm.tsx'
import { ImageUses } from '#backoffice/modules/media/ImageUses.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MediaItem, PictureAnswer } from '#contract/media.staff.ts'

/** One image: focal point, alt texts, uses, and its replacement. */
export function ImagePage({ staff, params }: StaffPageProps) {
  const t = useTranslate()
  const { data: picture } = useSuspenseQuery(staffQuery('picture', { hash: params['hash'] ?? '' }))
  const mayWrite = staff.permissions.includes('content.write') && picture.is_yours
  const mayReadAudit = staff.permissions.some(
    (permission) => permission === 'audit.read' || permission === 'audit.own',
  )
  const name = picture.name || picture.id
  const draft = usePictureDraft(picture, staff.id)
  const remove = useAction('removePicture', { done: () => t('media.removed', { name }) })
  const [conflict] = draft.conflicts
  if (conflict) return <AltTextConflict draft={draft} conflict={conflict} picture={name} />
  return (
    <>
      <PageHead
        title={name}
        parent={{ to: '/backoffice/media', label: t('media.title') }}
        actions={
          mayWrite && picture.kind !== 'film' && picture.uses > 0 ? (
            <Replace picture={picture} />
          ) : mayWrite && !picture.removed && picture.uses === 0 ? (
            <ActionButton busy={remove.busy} onClick={() => void remove.run({ hash: picture.id })}>
              {t('media.remove')}
            </ActionButton>
          ) : null
        }
      />
      <div className={css.body}>
        {remove.failure ? <Notice kind="bad">{remove.failure}</Notice> : null}
        {picture.removed ? <RemovedNotice picture={picture} canRestore={mayWrite} /> : null}
        {picture.is_yours ? null : <Notice kind="info">{t('media.notYours')}</Notice>}
        <p className={css.soft}>
          {picture.width > 0 ? `${picture.width} × ${picture.height} · ` : ''}
          {sizeOf(picture.bytes)} · {t('media.added')} <DateTime at={picture.added_at} />
          {picture.added_by ? ` · ${picture.added_by}` : ''}
        </p>
        {picture.kind === 'film' ? null : (
          <ImageForm picture={picture} draft={draft} readOnly={!mayWrite} />
        )}
        <div className={css.columns}>
          <ImageUses picture={picture} />
          <Replacements picture={picture} mayUndo={mayWrite} />
          {mayReadAudit ? (
            <AuditHistory
              title={t('media.history')}
              query={{ subject_kind: 'picture', subject_id: picture.id, limit: 20 }}
            />
          ) : null}
        </div>
      </div>
    </>
  )
}

function RemovedNotice({ picture, canRestore }: { picture: PictureAnswer; canRestore: boolean }) {
  const t = useTranslate()
  const name = picture.name || picture.id
  const restore = useAction('restorePicture', { done: () => t('media.returned', { name }) })
  return (
    <Notice kind="info">
      <p>{t('media.isRemoved')}</p>
      {canRestore ? (
        <ActionButton busy={restore.busy} onClick={() => void restore.run({ hash: picture.id })}>
          {t('media.return')}
        </ActionButton>
      ) : null}
    </Notice>
  )
}

function Replace({ picture }: { picture: PictureAnswer }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<MediaItem | null>(null)
  const action = useAction('replacePicture', {
    done: ({ places }) => t('media.replaced', { count: places }),
  })
  const close = () => {
    setOpen(false)
    setChosen(null)
  }
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('media.replace')}</ActionButton>
      {open && !chosen ? (
        <ImageDialog
          title={t('media.replaceTitle')}
          excludedId={picture.id}
          onClose={close}
          onChoose={setChosen}
        />
      ) : null}
      {chosen ? (
        <ModalDialog title={t('media.replaceTitle')} onClose={close}>
          <p className={css.pair}>
            <img src={`/images/local/${picture.file}?w=240`} alt={picture.name} />
            <span aria-hidden="true">→</span>
            <img src={`/images/local/${chosen.file}?w=240`} alt={chosen.name} />
          </p>
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
          <ActionButton
            variant="main"
            busy={action.busy}
            onClick={() =>
              void action
                .run({ hash: picture.id, by: chosen.id, count: picture.uses })
                .then((done) => {
                  if (!done) return
                  close()
                  navigate(`/backoffice/media/${chosen.id}`)
                })
            }
          >
            {t('media.replaceWith', { name: chosen.name || chosen.id, count: picture.uses })}
          </ActionButton>
          <p className={css.soft}>{t('media.replaceNote')}</p>
        </ModalDialog>
      ) : null}
    </>
  )
}

function Replacements({ picture, mayUndo }: { picture: PictureAnswer; mayUndo: boolean }) {
  const t = useTranslate()
  const action = useAction('undoReplacement', {
    done: ({ put_back }) => t('media.putBack', { count: put_back }),
  })
  if (picture.history.length === 0) return null
  return (
    <section className={css.part} aria-label={t('media.replacements')}>
      <h2>{t('media.replacements')}</h2>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ul>
        {picture.history.map(({ id, way, other, by, at, undone, undo_until }) => (
          <li key={id}>
            <span>
              {t(`media.${way}`, { name: other.name || other.id })}
              <span className={css.soft}>
                {' '}
                · {by} · <DateTime at={at} />
                {undone ? ` · ${t('media.undone')}` : ''}
              </span>
            </span>
            {undo_until && mayUndo ? (
              <ActionButton small busy={action.busy} onClick={() => void action.run({ id })}>
                {t('media.undo')}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
