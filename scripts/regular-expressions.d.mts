type Verdicts = {
  linear: string[]
  exceptions: Record<string, { files: string[]; bound: string; reason: string }>
}

export const VERDICTS: string
export function findExpressions(): Map<string, Set<string>>
export function countRegExpCalls(): Record<string, number>
export function isLinear(literal: string): Promise<boolean>
export function readVerdicts(): Verdicts
