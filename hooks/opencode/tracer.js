// Passes OpenCode's hooks on to tracer. Written by `tracer init`; changes here are lost.
import { spawn } from "node:child_process"

const COMMAND = {argv_json}

function ask(payload) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), "hook", "--agent", "opencode"], {
      stdio: ["pipe", "pipe", "ignore"],
    })
    const timer = setTimeout(() => child.kill(), 60000)
    let said = ""
    child.stdout.on("data", (chunk) => (said += chunk))
    child.on("error", () => resolve({ failed: true }))
    child.on("close", () => {
      clearTimeout(timer)
      try {
        resolve(said.trim() ? JSON.parse(said) : {})
      } catch {
        resolve({ failed: true })
      }
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Tracer = async ({ directory, worktree }) => {
  const calls = new Map()
  const told = new Map()
  const place = { directory, worktree }
  const finish = (name, input) => {
    for (const [id, call] of calls) {
      if (call.sessionID !== input.sessionID) continue
      calls.delete(id)
      return ask({ hook_event_name: name, input: { ...call, callID: id }, output: { args: call.args }, ...place })
    }
  }
  return {
    "chat.message": async (input, output) => {
      const answer = await ask({ hook_event_name: "chat.message", input, ...place })
      if (answer.context) told.set(input.sessionID, answer.context)
    },
    "experimental.chat.system.transform": async (input, output) => {
      const text = told.get(input?.sessionID)
      if (text && Array.isArray(output?.system)) output.system.push(text)
    },
    "tool.execute.before": async (input, output) => {
      const answer = await ask({ hook_event_name: "tool.execute.before", input, output: { args: output.args }, ...place })
      if (answer.deny) throw new Error(answer.deny)
      calls.set(input.callID, { tool: input.tool, sessionID: input.sessionID, args: output.args })
    },
    "tool.execute.after": async (input, output) => {
      const call = calls.get(input.callID)
      calls.delete(input.callID)
      const answer = await ask({
        hook_event_name: "tool.execute.after",
        input,
        output: { args: call?.args ?? input.args, title: output?.title, metadata: output?.metadata },
        ...place,
      })
      if (answer.context && typeof output?.output === "string") output.output += "\n" + answer.context
    },
    event: async ({ event }) => {
      const sessionID = event.properties?.sessionID
      if (event.type === "session.created") {
        await ask({ hook_event_name: event.type, input: { sessionID: sessionID ?? event.properties?.info?.id }, ...place })
      }
      if (event.type === "session.idle") {
        // A tool that failed has no `after`: whatever it did is recorded now.
        while (await finish("tool.execute.error", { sessionID })) {}
        await ask({ hook_event_name: event.type, input: { sessionID }, ...place })
      }
    },
  }
}
