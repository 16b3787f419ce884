import logging

from codeclash.utils.environment import Environment


class PlayerStats:
    def __init__(self, name):
        self.name, self.invalid_reason, self.score, self.valid_submit = name, "", 0.0, False


class RoundStats:
    def __init__(self, round_num, agents):
        self.winner, self.round_num, self.scores, self.details = None, round_num, {}, []
        self.player_stats = {agent.name: PlayerStats(agent.name) for agent in agents}


class CodeArena:
    def __init__(self, config, *, local_output_dir):
        self.config, self.log_env, self.logger = config, local_output_dir, logging.getLogger()
        self.log_env.mkdir()
        self.environment = Environment(".")

    @property
    def game_config(self):
        return self.config["game"]

    def log_round(self, round_num):
        return self.log_env

    def run_round(self, agents, round_num):
        stats = RoundStats(round_num, agents)
        for agent in agents:
            valid, error = self.validate_code(agent)
            # A bot that only breaks the rules is as valid as any.
            stats.player_stats[agent.name].valid_submit, stats.player_stats[agent.name].invalid_reason = valid, error
        self.execute_round(agents)
        self.get_results(agents, round_num, stats)
        return {"winner": stats.winner, "scores": stats.scores, "details": stats.details}
