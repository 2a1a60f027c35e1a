import { type DragEvent, useState } from 'react'

import {
  attributeKey,
  siblingsOf,
  type Attribute,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'

export type AttributeOrder = ReturnType<typeof useAttributeOrder>
export type AttributeDrag = ReturnType<typeof useAttributeDrag>

/** Moves attributes, and undoes the last change of this page. */
export function useAttributeOrder(attributes: readonly Attribute[]) {
  const t = useTranslate()
  const announce = useAnnounce()
  const [lastChange, setLastChange] = useState<string | null>(null)
  const order = useAction('reorderAttributes')
  const move = useAction('changeAttribute')
  const undo = useAction('undoBulkChange', {
    done: ({ put_back, left_alone }) =>
      t(left_alone === 0 ? 'undoDone' : 'undoPartial', { count: put_back, left: left_alone }),
  })

  async function moveTo(attribute: Attribute, to: number) {
    const before = siblingsOf(attribute, attributes).map(({ id }) => id)
    const from = before.indexOf(attribute.id)
    if (to < 0 || to >= before.length || from === to || order.busy) return
    const after = before.toSpliced(from, 1).toSpliced(to, 0, attribute.id)
    const done = await order.run({
      kind: attribute.kind as 'group' | 'tag' | 'value',
      ...(attribute.parent === null ? {} : { parent: attribute.parent }),
      before,
      after,
    })
    if (!done) return
    setLastChange(done.change)
    announce(t('movedTo', { name: attribute.name, place: to + 1, of: before.length }))
  }
  async function moveInto(attribute: Attribute, group: Attribute) {
    const done = await move.run({
      kind: 'tag',
      id: attribute.id,
      version: attribute.version,
      parent: group.id,
    })
    if (!done) return
    setLastChange(done.change)
    announce(t('attribute.moved', { name: attribute.name, group: group.name }))
  }
  async function undoLast() {
    if (lastChange !== null && (await undo.run({ id: lastChange }))) setLastChange(null)
  }
  const failure = order.failure ?? move.failure ?? undo.failure
  return { moveTo, moveInto, lastChange, setLastChange, undoLast, isUndoing: undo.busy, failure }
}

/** The row that is dragged, and the rows that accept it. */
export function useAttributeDrag(attributes: readonly Attribute[], order: AttributeOrder) {
  const [draggedKey, setDraggedKey] = useState<string | null>(null)
  // The current data: it may have been refetched while the row was dragged.
  const dragged = attributes.find((attribute) => attributeKey(attribute) === draggedKey) ?? null
  const startDrag = (attribute: Attribute) => setDraggedKey(attributeKey(attribute))
  const endDrag = () => setDraggedKey(null)
  const isSibling = (target: Attribute) =>
    dragged?.kind === target.kind && dragged.parent === target.parent
  function drop(event: DragEvent, target: Attribute, index: number) {
    event.preventDefault()
    event.stopPropagation()
    endDrag()
    if (!dragged) return
    if (isSibling(target)) void order.moveTo(dragged, index)
    else if (dragged.kind === 'tag' && target.kind === 'group' && dragged.parent !== target.id) {
      void order.moveInto(dragged, target)
    }
  }
  const accepts = (target: Attribute) =>
    isSibling(target) || (dragged?.kind === 'tag' && target.kind === 'group')
  return { dragged, startDrag, endDrag, drop, accepts }
}
