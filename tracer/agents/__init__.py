"""The agents: their payloads in, normalised events, their answers out; and their set-up.

What an agent sends and understands is data in `hooks/<agent>/hook.yaml`; the modules here
interpret it and know no agent by name. `run.run` answers one hook call, `setup.init` connects
a workspace, `install` edits one agent's configuration.
"""
