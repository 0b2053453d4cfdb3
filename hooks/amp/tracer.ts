// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now
// Passes Amp's hooks on to tracer. Written by `tracer init`; changes here are lost.
import { spawn } from "node:child_process"

const COMMAND: string[] = {argv_json}

function ask(payload: unknown): Promise<{ deny?: string; context?: string }> {
  return new Promise((resolve) => {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), "hook", "--agent", "amp"], {
      stdio: ["pipe", "pipe", "ignore"],
    })
    const timer = setTimeout(() => child.kill(), 60000)
    let said = ""
    child.stdout.on("data", (chunk) => (said += chunk))
    child.on("error", () => resolve({}))
    child.on("close", () => {
      clearTimeout(timer)
      try {
        resolve(said.trim() ? JSON.parse(said) : {})
      } catch {
        resolve({})
      }
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

export default function (amp: any) {
  const calls = new Map<string, unknown>()
  amp.on("tool.call", async (event: any, ctx: any) => {
    const edited_filepaths = (amp.helpers?.filesModifiedByToolCall?.(event) ?? []).map(String)
    const input = event.input
    const answer = await ask({
      hook_event_name: "tool.call", event: { ...event, input }, thread_id: ctx?.thread?.id, cwd: process.cwd(), edited_filepaths,
    })
    if (answer.deny) return { action: "reject-and-continue", message: answer.deny }
    calls.set(event.toolUseID, { input, edited_filepaths }) // no opinion: Amp's own rules decide
  })
  amp.on("tool.result", async (event: any, ctx: any) => {
    const call: any = calls.get(event.toolUseID) ?? {}
    calls.delete(event.toolUseID)
    await ask({
      hook_event_name: "tool.result", event: { ...event, input: call.input }, thread_id: ctx?.thread?.id, cwd: process.cwd(),
      edited_filepaths: call.edited_filepaths ?? [],
    })
  })
}
