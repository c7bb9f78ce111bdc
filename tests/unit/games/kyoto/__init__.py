"""Tests of Shadows in Kyoto: rules, log and knowledge."""
