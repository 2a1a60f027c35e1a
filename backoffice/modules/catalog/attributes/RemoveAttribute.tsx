import { useState } from 'react'

import type { Attribute } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

export type RemoveAttributeProps = {
  attribute: Attribute
  attributes: readonly Attribute[]
  /** Receives the id of the change, for undo. */
  onChanged: (change: string) => void
  /** `replacement`: the key of the attribute that it was merged into. */
  onRemoved: (replacement: string | null) => void
  /** While the attribute is being removed, the page must not request its uses. */
  onRemoving: (isRemoving: boolean) => void
}

/** Merge, retire or remove. An attribute in use is never lost. */
export function RemoveAttribute(props: RemoveAttributeProps) {
  const targets = mergeTargets(props.attribute, props.attributes)
  return (
    <>
      {targets.length > 0 ? <Merge {...props} targets={targets} /> : null}
      <RetireOrRemove {...props} />
    </>
  )
}

const mergeTargets = (attribute: Attribute, attributes: readonly Attribute[]) =>
  attributes.filter(
    ({ kind, id, parent, retired }) =>
      kind === attribute.kind &&
      id !== attribute.id &&
      !retired &&
      (kind !== 'value' || parent === attribute.parent),
  )

/** Tags of two groups can have the same name. */
function groupText({ kind, parent }: Attribute, attributes: readonly Attribute[]): string {
  if (kind !== 'tag') return ''
  const group = attributes.find(
    (attribute) => attribute.kind === 'group' && attribute.id === (parent ?? ''),
  )
  return `${group?.name ?? ''}: `
}

function Merge({
  attribute,
  attributes,
  targets,
  onChanged,
  onRemoved,
  onRemoving,
}: RemoveAttributeProps & { targets: readonly Attribute[] }) {
  const t = useTranslate()
  const [targetId, setTargetId] = useState('')
  const [reason, setReason] = useState('')
  const target = targets.find(({ id }) => id === targetId)
  const { kind, id, name } = attribute
  const merge = useAction('mergeAttributes', {
    done: () => t('attribute.merged', { name, into: target?.name ?? targetId }),
  })
  async function mergeAttribute() {
    onRemoving(true)
    const merged = await merge.run({ kind, id, into: targetId, gifts: attribute.gifts, reason })
    if (!merged) return onRemoving(false)
    onChanged(merged.change)
    onRemoved(`${kind} ${targetId}`)
  }
  return (
    <section className={css.part} aria-label={t('attribute.merge', { name })}>
      <h2>{t('attribute.merge', { name })}</h2>
      <div className={css.actions}>
        <FormSelect
          label={t('attribute.mergeInto')}
          value={targetId}
          onChange={({ target }) => setTargetId(target.value)}
        >
          <option value="">–</option>
          {targets.map((other) => (
            <option key={other.id} value={other.id}>
              {groupText(other, attributes)}
              {other.name}
            </option>
          ))}
        </FormSelect>

        {target ? (
          <>
            <FormField
              label={t('attribute.reason')}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <ActionButton busy={merge.busy} onClick={() => void mergeAttribute()}>
              {t('attribute.mergeAction', { count: attribute.gifts })}
            </ActionButton>
          </>
        ) : null}
      </div>
      {merge.failure ? <Notice kind="bad">{merge.failure}</Notice> : null}
      <p className={css.soft}>{t('attribute.mergeHelp', { name })}</p>
    </section>
  )
}

function RetireOrRemove({
  attribute,
  attributes,
  onChanged,
  onRemoved,
  onRemoving,
}: RemoveAttributeProps) {
  const t = useTranslate()
  const { kind, id, version, name } = attribute
  const change = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const remove = useAction('removeAttribute', {
    done: () => t('attribute.removed', { name }),
  })
  const isContainer = kind === 'group' || kind === 'dimension'
  const isUsed =
    attribute.gifts + attribute.places > 0 ||
    (isContainer && attributes.some(({ parent }) => parent === id))
  const failure = change.failure ?? remove.failure
  async function retire() {
    const changed = await change.run({ kind, id, version, retired: !attribute.retired })
    if (changed) onChanged(changed.change)
  }
  async function removeAttribute() {
    onRemoving(true)
    const removed = await remove.run({ kind, id, version })
    if (!removed) return onRemoving(false)
    onChanged(removed.change)
    onRemoved(null)
  }
  return (
    <section className={css.part}>
      <div className={css.actions}>
        {isUsed ? null : (
          <ActionButton variant="bad" busy={remove.busy} onClick={() => void removeAttribute()}>
            {t('attribute.remove', { name })}
          </ActionButton>
        )}
        {kind === 'group' ? null : (
          <ActionButton busy={change.busy} onClick={() => void retire()}>
            {t(attribute.retired ? 'attribute.bringBack' : 'attribute.retire', { name })}
          </ActionButton>
        )}
      </div>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      {kind === 'group' ? null : <p className={css.soft}>{t('attribute.retireHelp')}</p>}
    </section>
  )
}
